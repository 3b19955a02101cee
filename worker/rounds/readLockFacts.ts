import type { Balance } from '../chain/agreeOnBalance.ts';
import { readBalance, readBlockTime, readNewestBlockTime } from '../chain/readChain.ts';
import { Implausible, TooFast } from '../chain/rpcError.ts';
import type { RpcNode } from '../chain/rpcNode.ts';
import type { RoundContext } from './context.ts';
import type { EntriesRead } from './readEntries.ts';

/** A node whose newest block is older or newer than this is not trusted with a lock. */
const MAX_CLOCK_SKEW_SECONDS = 10;
/** Finality takes about 13 s on mainnet; much more is a stalled view. */
const MAX_SNAPSHOT_AGE_SECONDS = 45;

/** The holders are read this often at most in one attempt at a lock. */
const MOST_READS = 3;

/** What one node says of holders and pool, each at a finalized slot. */
export interface LockFacts {
  readonly read: EntriesRead;
  readonly pool: Balance;
}

/**
 * Reads holders and pool from one node. Throws an `Implausible` when what it says cannot be the whole and current
 * truth: an old view (`newestPayoutSlot` is the slot of our last payment) or holders that do not add up, and a
 * `TooFast` when they do not because the supply changed meanwhile.
 */
export async function readLockFacts(
  { settings, readEntries, now }: Pick<RoundContext, 'settings' | 'readEntries' | 'now'>,
  node: RpcNode,
  newestPayoutSlot: number,
): Promise<LockFacts> {
  const refuse = (method: string, detail: string) => new Implausible(node.label, method, detail);
  const skew = (await readNewestBlockTime(node)) - now() / 1000;
  if (Math.abs(skew) > MAX_CLOCK_SKEW_SECONDS)
    throw refuse('getBlockTime', `the newest block is ${skew.toFixed(0)} s off our clock`);
  const [read, pool] = await Promise.all([
    readWhole(readEntries, node),
    readBalance(node, settings.pool.address, 'finalized'),
  ]);
  // Whoever burns in every slot makes no honest node a liar.
  if (!read.snapshot.isComplete && read.snapshot.isMoving)
    throw new TooFast(node.label, 'getProgramAccounts', 'the supply changed from look to look, and no list added up');
  if (!read.snapshot.isComplete) throw refuse('getProgramAccounts', 'the holders do not add up to the supply');
  // Finality may stall behind a living head, and a node may not know our last payment yet: both would be the wrong
  // list or pool.
  const slot = Math.min(read.snapshot.slot, pool.slot);
  const age = now() / 1000 - (await readBlockTime(node, slot));
  if (age > MAX_SNAPSHOT_AGE_SECONDS)
    throw refuse('getProgramAccounts', `its finalized view is ${age.toFixed(0)} s old`);
  if (slot < newestPayoutSlot) throw refuse('getBalance', 'its finalized view is older than our last payment');
  return { read, pool };
}

/** Reads the holders again, a few times at most, while the supply changes faster than it is looked at. */
async function readWhole(readEntries: RoundContext['readEntries'], node: RpcNode): Promise<EntriesRead> {
  for (let reads = 1; ; reads++) {
    const read = await readEntries(node, 'finalized');
    if (read.snapshot.isComplete || !read.snapshot.isMoving || reads === MOST_READS) return read;
  }
}
