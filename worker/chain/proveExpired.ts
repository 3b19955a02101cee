import * as z from 'zod';
import type { Rpc } from './rpc.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';
import { readStatus } from './sendTransaction.ts';

export interface Attempt {
  readonly signature: string;
  readonly lastValidBlockHeight: number;
  /** Slot at which its blockhash was read: the attempt cannot be older than that. */
  readonly signedSlot: number;
}

const epochInfo = z.object({ absoluteSlot: z.int(), blockHeight: z.int() });

/**
 * Proof that an attempt can never land any more, as a sentence of its facts; null while there is none. One node must show all of
 * it: a finalized block height past the attempt's last valid one, no trace of its signature in the full history at a slot past
 * that height, and a ledger that reaches back before the attempt. Any node that knows the signature vetoes.
 */
export async function proveExpired(rpc: Rpc, attempt: Attempt): Promise<string | null> {
  const views = await Promise.allSettled(rpc.nodes.map((node) => expiryAt(node, attempt)));
  const answers = views.flatMap((view) => (view.status === 'fulfilled' ? [view.value] : []));
  const fault = views.find((view) => view.status === 'rejected' && !(view.reason instanceof RpcError));
  if (fault?.status === 'rejected') throw fault.reason;
  if (answers.some((answer) => answer.known)) return null;
  return answers.find((answer) => answer.proof !== null)?.proof ?? null;
}

async function expiryAt(node: RpcNode, attempt: Attempt): Promise<{ known: boolean; proof: string | null }> {
  // The height first: what the signature's absence proves, it proves at the slot of a later answer.
  const finalized = await node.call('getEpochInfo', [{ commitment: 'finalized' }], epochInfo);
  const { slot, status } = await readStatus(node, attempt.signature);
  if (status !== null) return { known: true, proof: null };
  if (finalized.blockHeight <= attempt.lastValidBlockHeight || slot < finalized.absoluteSlot)
    return { known: false, proof: null };
  const firstBlock = await node.call('getFirstAvailableBlock', [], z.int());
  if (firstBlock > attempt.signedSlot) return { known: false, proof: null };
  return {
    known: false,
    proof:
      `expired: finalized block height ${finalized.blockHeight} > ${attempt.lastValidBlockHeight}, ` +
      `absent at slot ${slot} on a ledger from block ${firstBlock}`,
  };
}
