import type { Address } from '../../src/address/address.ts';
import { agreeOnBalance } from '../chain/accounts/agreeOnBalance.ts';
import { agreeOnBlockTime, type Balance } from '../chain/accounts/readChain.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { Implausible, RpcError, TooFast } from '../chain/node/rpcError.ts';
import type { RpcNode } from '../chain/node/rpcNode.ts';
import type { EntryRules } from '../terms/playUnder.ts';
import type { RoundContext } from './context.ts';
import type { ListQuestion, ListReading } from './lists/agreeOnList.ts';
import type { CommitTimes } from './marks/hourMarks.ts';
import { isShort, type LeastBalance } from './watch/leastBalance.ts';

/** If the supply changes while one node's holders are read, they are read again, at most this many times in all. */
const MOST_READS = 3;

/**
 * Makes the `refusalOf` of a question for a list: it refuses a slot whose block time, by enough nodes, is before `from`
 * or after `until`.
 */
export function createRefusalOf(rpc: Pick<Rpc, 'agree'>, { from, until }: CommitTimes): ListQuestion['refusalOf'] {
  const times = new Map<number, Promise<number>>();

  function timeOf(slot: number): Promise<number> {
    const time = times.get(slot) ?? agreeOnBlockTime(rpc, slot);
    times.set(slot, time);
    // A failed question is not remembered: the next attempt asks again.
    time.catch(() => times.delete(slot));
    return time;
  }

  return async (slot) => {
    const time = await timeOf(slot);
    return time < from || time > until
      ? `the block time of slot ${slot} is ${time}, and a list has to be from ${from} to ${until}`
      : null;
  };
}

interface ReadListAsked {
  /** Who is in the draw, by the terms. */
  readonly entries: EntryRules;
  readonly from?: number | undefined;
}

/**
 * Reads one node's whole list; with `from`, once the node has reached that slot. If the holders do not add up to the
 * supply, throws a `TooFast` when the supply changed meanwhile, and otherwise an `Implausible`.
 */
export async function readList(
  readEntries: RoundContext['readEntries'],
  node: RpcNode,
  { entries: rules, from }: ReadListAsked,
): Promise<ListReading> {
  for (let reads = 1; ; reads++) {
    const { snapshot, entries, excluded } = await readEntries(node, 'finalized', { from, rules });
    if (snapshot.isComplete) return { slot: snapshot.slot, entries, excluded };
    if (!snapshot.isMoving)
      throw new Implausible(node.label, 'getProgramAccounts', 'the holders do not add up to the supply');
    // If a stranger burns tokens in every slot, no list adds up, although the node does not lie.
    if (reads === MOST_READS)
      throw new TooFast(node.label, 'getProgramAccounts', 'the supply changed from look to look, and no list added up');
  }
}

export interface PoolRules {
  /** The slot of the list or of our last payment, whichever is later: no older view counts. */
  readonly afterSlot: number;
  readonly least: LeastBalance | null;
}

/** The pool holds less than can be explained: no round is locked, and the reconciler tells a person. */
export class PoolShort extends RpcError {
  override readonly summary = 'the pool wallet holds less than its journal explains';
}

/**
 * What the pool holds, by enough nodes, at `afterSlot` or later. A balance below `least` never counts as equal to a
 * balance that is not below it. Throws a `PoolShort` when enough nodes agree on a balance below `least`, which means
 * that the pool has paid something that is neither in the journal nor acknowledged.
 */
export async function agreeOnPool(
  rpc: Pick<Rpc, 'agreeing'>,
  wallet: Address,
  { afterSlot, least }: PoolRules,
): Promise<Balance> {
  const pool = await agreeOnBalance(rpc, wallet, {
    about: "the pool's balance",
    afterSlot,
    isLike: (a, b) => isShort(a, least) === isShort(b, least),
  });
  if (isShort(pool, least))
    throw new PoolShort('nodes', 'getBalance', `${pool.lamports} lamports at slot ${pool.slot}`);
  return pool;
}
