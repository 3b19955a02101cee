import { type RoundClock, roundAt, roundLocksAt } from '../../src/round/clock.ts';
import type { RoundStore } from '../store/rounds.ts';

/** What is signed this long before a lock has landed by then, or is rare. */
const BEFORE_LOCK_SECONDS = 15;

export interface MayPayPoolInput {
  readonly rounds: Pick<RoundStore, 'get'>;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Whether a payment to the pool may be signed now. The balance that a round commits to is checked against the wallet's
 * history up to its snapshot, so none goes out between shortly before the lock and the commitment.
 */
export function createMayPayPool({ rounds, clock, now }: MayPayPoolInput): () => Promise<boolean> {
  return async () => {
    const unix = now() / 1000;
    const round = roundAt(clock, Math.floor(unix));
    if (unix < roundLocksAt(clock, round) - BEFORE_LOCK_SECONDS) return true;
    const state = (await rounds.get(round))?.state ?? 'open';
    return state !== 'open' && state !== 'locked';
  };
}
