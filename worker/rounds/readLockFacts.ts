import { type Balance, readBalance } from '../chain/accounts/readChain.ts';
import { Implausible, TooFast } from '../chain/node/rpcError.ts';
import type { RpcNode } from '../chain/node/rpcNode.ts';
import type { EntryRules } from '../terms/playUnder.ts';
import type { RoundContext } from './context.ts';
import type { ListReading } from './lists/agreeOnList.ts';
import type { LeastBalance } from './watch/leastBalance.ts';

/** The holders are read this often at most while the supply changes faster than it is looked at. */
const MOST_READS = 3;

export interface ListRules {
  /** Who is in the draw, by the terms. */
  readonly entries: EntryRules;
  /** Block times of the slots that may be committed, both included; unix seconds. */
  readonly window: { readonly from: number; readonly until: number };
  /** Unix seconds of a slot, by enough nodes. */
  readonly timeOf: (slot: number) => Promise<number>;
}

/**
 * Reads one node's whole list, with `from` as soon as it has reached that slot. Throws an `Implausible` when the holders
 * do not add up or are of a slot that may not be committed, which a stalled or old view is, and a `TooFast` when they do
 * not add up because the supply changed meanwhile. Our own clock has no say.
 */
export async function readList(
  readEntries: RoundContext['readEntries'],
  node: RpcNode,
  { entries: rules, window, timeOf, from }: ListRules & { readonly from?: number | undefined },
): Promise<ListReading> {
  const refuse = (detail: string) => new Implausible(node.label, 'getProgramAccounts', detail);
  for (let reads = 1; ; reads++) {
    const { snapshot, entries, excluded } = await readEntries(node, 'finalized', { from, rules });
    if (snapshot.isComplete) {
      const time = await timeOf(snapshot.slot);
      if (time >= window.from && time <= window.until) return { slot: snapshot.slot, entries, excluded };
      throw refuse(`slot ${snapshot.slot} is of ${time}, and a list of ${window.from} to ${window.until} is due`);
    }
    if (!snapshot.isMoving) throw refuse('the holders do not add up to the supply');
    // A stranger may burn tokens in every slot: then no list adds up, and the node is no liar for it.
    if (reads === MOST_READS)
      throw new TooFast(node.label, 'getProgramAccounts', 'the supply changed from look to look, and no list added up');
  }
}

export interface PoolRules {
  /** The view may not be older: the slot of the list, and that of our last payment. */
  readonly afterSlot: number;
  readonly least: LeastBalance | null;
}

/** Reads the pool from one node. Throws an `Implausible` for an old view, and for less than checkpoint and journal leave. */
export async function readPool(
  node: RpcNode,
  wallet: Parameters<typeof readBalance>[1],
  { afterSlot, least }: PoolRules,
): Promise<Balance> {
  const refuse = (detail: string) => new Implausible(node.label, 'getBalance', detail);
  const pool = await readBalance(node, wallet, 'finalized');
  if (pool.slot < afterSlot) throw refuse(`its view of slot ${pool.slot} is older than slot ${afterSlot}`);
  // When all say so, it is an outflow that nobody journaled: nothing is locked, and the reconciler tells a person.
  if (least !== null && pool.slot > least.afterSlot && pool.lamports < least.lamports)
    throw refuse('the pool holds less than the journal leaves');
  return pool;
}
