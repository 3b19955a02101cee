import type { Address } from '../../../src/address/address.ts';
import { markOf } from '../../../src/marks/readForm.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { type RoundClock, roundAt } from '../../../src/round/clock.ts';
import { agreeOnMarks } from '../../../worker/chain/accounts/readChain.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';

const HOURS = 720;
const DAYS = 730;
const HOURS_A_DAY = 24;
/** For how many accounts a node can be asked at a time. */
const BATCH = 100;
const FULL_HOUR = 3_600;

export interface PoolMarksAsked {
  readonly wallet: Address;
  /** The timetable whose hours are looked at; full hours are looked at too. */
  readonly clock: RoundClock;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * The hours for which a wallet has made a commitment's mark: their ends, unix seconds, newest first. Looked at are
 * the 720 hours up to the next one, and every 24th of the 17,520 hours before those. With rounds of an hour, that is 30
 * days and the two years before them. So a lottery that has played 24 of these 18,240 hours in a row is found. No
 * list of transactions is read, so no stranger can hide a mark. Throws an RpcError while too few nodes give the same
 * answer.
 */
export async function markedHours(rpc: Rpc, { wallet, clock, now }: PoolMarksAsked): Promise<readonly number[]> {
  const ends = hoursBefore(clock, now);
  const marked: number[] = [];
  for (let from = 0; from < ends.length; from += BATCH) {
    const batch = ends.slice(from, from + BATCH);
    const marks = batch.map((end) => markOf({ base: wallet, seed: CURRENT_PROTOCOL.commitSeed(end) }));
    const made = await agreeOnMarks(rpc, marks, 0);
    marked.push(...batch.filter((_, i) => made[i]));
  }
  return marked;
}

function hoursBefore({ genesisTime, roundSeconds, entryLockSeconds }: RoundClock, now: number): number[] {
  const grid = (first: number, every: number) => {
    const clock = { genesisTime: first % every, roundSeconds: every, entryLockSeconds };
    // Up to the end of the next round, because a mark may be made before its hour.
    const last = clock.genesisTime + (roundAt(clock, now) + 1) * every;
    const steps = [
      ...Array.from({ length: HOURS }, (_, i) => i),
      ...Array.from({ length: DAYS }, (_, day) => HOURS + day * HOURS_A_DAY),
    ];
    return steps.map((i) => last - i * every).filter((end) => end > 0);
  };
  return [...new Set([...grid(genesisTime, roundSeconds), ...grid(0, FULL_HOUR)])].toSorted((a, b) => b - a);
}

/** Why a wallet with marks is refused, as a sentence. */
export function marksText(wallet: Address, marked: readonly number[]): string {
  const newest = new Date((marked[0] ?? 0) * 1000).toISOString();
  return `The pool wallet ${wallet} has made marks of hours of an earlier lottery: at least ${marked.length}, the newest for ${newest}. One wallet serves one lottery for ever: take a new one.`;
}
