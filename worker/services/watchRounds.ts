import { closedRounds, type RoundClock, roundEndsAt } from '../../src/round/clock.ts';
import type { RoundStore } from '../store/rounds.ts';
import type { RaiseAlert } from './raiseAlerts.ts';

/** Every round ends or alerts within this time. Seconds. */
const OVERDUE_SECONDS = 900;

export interface WatchRoundsInput {
  readonly rounds: RoundStore;
  readonly clock: RoundClock;
  readonly raiseAlert: RaiseAlert;
  readonly now: () => number;
}

/** Asks once a minute whether a closed round is still without a row: then no node has given a usable answer for a long time. */
export function createWatchRounds({ rounds, clock, raiseAlert, now }: WatchRoundsInput): () => Promise<void> {
  return async () => {
    const unix = now() / 1000;
    const first = (await rounds.newest()) + 1;
    if (first > closedRounds(clock, unix) || unix - roundEndsAt(clock, first) < OVERDUE_SECONDS) return;
    await raiseAlert(
      `unsettled:${first}`,
      `Round ${first} ended 15 minutes ago and could not be settled: no RPC node gives a usable answer.`,
    );
  };
}
