import * as z from 'zod';
import { type Answer, isMajority } from './agree.ts';
import { mustBeCurrent } from './oldViews.ts';
import { readLedger } from './readLedger.ts';
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

/**
 * A transaction is checked before its block's own hash is counted: it can be in the block after the last valid height
 * (Agave, `is_hash_index_valid` of `accounts-db/src/blockhash_queue.rs`).
 */
const BLOCKS_AFTER_LAST_VALID = 1;

const epochInfo = z.object({ absoluteSlot: z.int(), blockHeight: z.int() });

type ExpiryView =
  /** The facts as a sentence. */
  | { readonly kind: 'proven'; readonly proof: string }
  | { readonly kind: 'known' | 'not yet' }
  /** Its ledger lacks blocks that the attempt may be in: "not found" is no word of it, whatever comes later. */
  | { readonly kind: 'blind' };

/**
 * Proof that an attempt can never land any more, as a sentence of its facts; null while there is none. A node must
 * show all of it: a finalized block height past the attempt's last valid one, no trace of its signature in the full
 * history at a slot past that height, and a ledger that has every block which the attempt can be in. More than half of
 * the nodes that can tell must show it. `now` is unix milliseconds.
 */
export async function proveExpired(rpc: Rpc, attempt: Attempt, now: number): Promise<string | null> {
  const answers = await rpc.gather(ABOUT, (node) => expiryAt(node, attempt));
  const voices = answers.filter(({ value }) => value.kind !== 'blind');
  const proofs = voices.flatMap(({ node, value }) => (value.kind === 'proven' ? [{ node, value }] : []));
  if (proofs.length === 0) return null;
  // Some say it is over. Who is not so far may be a node that stands still for ever, and has no say then.
  const current = isMajority(proofs.length, voices.length) ? voices : await withoutOldViews(rpc, voices, now);
  if (!isMajority(proofs.length, current.length)) return null;
  return rpc.weigh({ about: ABOUT, isSame: () => true }, proofs).then(({ proof }) => proof);
}

async function withoutOldViews(
  rpc: Rpc,
  answers: readonly Answer<ExpiryView>[],
  now: number,
): Promise<readonly Answer<ExpiryView>[]> {
  const isCurrent = async ({ node, value }: Answer<ExpiryView>) => {
    if (value.kind !== 'not yet') return true;
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
  if (finalized.blockHeight <= attempt.lastValidBlockHeight) return { kind: 'not yet' };
  const { slot, status } = await readStatus(node, attempt.signature);
  if (status !== null) return { kind: 'known' };
  if (slot < finalized.absoluteSlot) return { kind: 'not yet' };
  const { signedSlot: since, lastValidBlockHeight } = attempt;
  const firstBlock = await node.call('getFirstAvailableBlock', [], z.int());
  const lastHeight = lastValidBlockHeight + BLOCKS_AFTER_LAST_VALID;
  const span = { since, lastHeight, firstBlock, newest: finalized.absoluteSlot };
  const ledger = firstBlock > since ? 'holed' : await readLedger(node, span);
  if (ledger === 'short') return { kind: 'not yet' };
  if (ledger === 'holed') {
    console.warn(`RPC ${node.label}: it lacks blocks since slot ${since}, and its "not found" proves nothing`);
    return { kind: 'blind' };
  }
  return {
    kind: 'proven',
    proof:
      `expired: finalized block height ${finalized.blockHeight} > ${lastValidBlockHeight}, ` +
      `absent at slot ${slot} on a ledger from block ${firstBlock}`,
  };
}
