import { closedRounds, type RoundClock, roundEndsAt } from '../../../src/round/clock.ts';
import type { RaiseAlert } from '../../engine/raiseAlerts.ts';
import type { RoundStore } from '../../store/rounds/rounds.ts';

/** A closed round that has no row this many seconds after its end raises an alert. */
const OVERDUE_SECONDS = 900;

export interface WatchRoundsInput {
  readonly rounds: RoundStore;
  readonly clock: RoundClock;
  readonly raiseAlert: RaiseAlert;
  readonly now: () => number;
}

/** Called once a minute. Raises an alert when a closed round has had no row for `OVERDUE_SECONDS`. */
export function createWatchRounds({ rounds, clock, raiseAlert, now }: WatchRoundsInput): () => Promise<void> {
  /** Every round up to this one has a row. */
  let floor = 0;
  return async () => {
    const unix = now() / 1000;
    const last = closedRounds(clock, unix);
    const gap = await rounds.firstGap(floor, last);
    floor = gap === null ? Math.max(floor, last) : gap.first - 1;
    if (gap === null || unix - roundEndsAt(clock, gap.first) < OVERDUE_SECONDS) return;
    const { first } = gap;
    await raiseAlert(
      `unsettled:${first}`,
      `Round ${first} ended more than 15 minutes ago and could not be settled: the RPC nodes give no usable answer, or contradict each other.`,
    );
  };
}
