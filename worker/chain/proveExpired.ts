import * as z from 'zod';
import { type Answer, isMajority } from './agree.ts';
import { mustBeCurrent } from './oldViews.ts';
import type { Rpc } from './rpc.ts';
import { Implausible } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';
import { readStatus } from './sendTransaction.ts';

export interface Attempt {
  readonly signature: string;
  readonly lastValidBlockHeight: number;
  /** Slot at which its blockhash was read: the attempt cannot be older than that. */
  readonly signedSlot: number;
}

const ABOUT = 'the end of a transaction of ours';

const epochInfo = z.object({ absoluteSlot: z.int(), blockHeight: z.int() });

interface ExpiryView {
  /** The facts as a sentence; null while they prove nothing. */
  readonly proof: string | null;
  readonly isKnown: boolean;
}

/**
 * Proof that an attempt can never land any more, as a sentence of its facts; null while there is none. A node must
 * show all of it: a finalized block height past the attempt's last valid one, no trace of its signature in the full
 * history at a slot past that height, and a ledger that reaches back before the attempt. More than half of the nodes
 * that answer must show it. `now` is unix milliseconds.
 */
export async function proveExpired(rpc: Rpc, attempt: Attempt, now: number): Promise<string | null> {
  const answers = await rpc.gather(ABOUT, (node) => expiryAt(node, attempt));
  const proofs = answers.filter(({ value }) => value.proof !== null);
  if (proofs.length === 0) return null;
  // Some say it is over. Who is not so far may be a node that stands still for ever, and has no say then.
  const current = isMajority(proofs.length, answers.length) ? answers : await withoutOldViews(rpc, answers, now);
  if (!isMajority(proofs.length, current.length)) return null;
  return rpc.weigh({ about: ABOUT, isSame: () => true }, proofs).then(({ proof }) => proof);
}

async function withoutOldViews(
  rpc: Rpc,
  answers: readonly Answer<ExpiryView>[],
  now: number,
): Promise<readonly Answer<ExpiryView>[]> {
  const isCurrent = async ({ node, value }: Answer<ExpiryView>) => {
    if (value.proof !== null || value.isKnown) return true;
    try {
      await mustBeCurrent(node, now);
      return true;
    } catch (error) {
      if (!(error instanceof Implausible)) throw error;
      rpc.distrust(node, ABOUT, error.detail);
      return false;
    }
  };
  const current = await Promise.all(answers.map(isCurrent));
  return answers.filter((_, i) => current[i]);
}

async function expiryAt(node: RpcNode, attempt: Attempt): Promise<ExpiryView> {
  // The height first: what the signature's absence proves, it proves at the slot of a later answer.
  const finalized = await node.call('getEpochInfo', [{ commitment: 'finalized' }], epochInfo);
  if (finalized.blockHeight <= attempt.lastValidBlockHeight) return { isKnown: false, proof: null };
  const { slot, status } = await readStatus(node, attempt.signature);
  if (status !== null) return { isKnown: true, proof: null };
  if (slot < finalized.absoluteSlot) return { isKnown: false, proof: null };
  const firstBlock = await node.call('getFirstAvailableBlock', [], z.int());
  if (firstBlock > attempt.signedSlot) return { isKnown: false, proof: null };
  return {
    isKnown: false,
    proof:
      `expired: finalized block height ${finalized.blockHeight} > ${attempt.lastValidBlockHeight}, ` +
      `absent at slot ${slot} on a ledger from block ${firstBlock}`,
  };
}
