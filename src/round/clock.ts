import { landingSeconds, leadSeconds } from '../protocol/timing.ts';

/** The rounds' timetable. All times are whole unix seconds. */
export interface RoundClock {
  readonly genesisTime: number;
  readonly roundSeconds: number;
  readonly entryLockSeconds: number;
}

/** The length of a round, and the time between its lock and its draw, where no setting says otherwise. */
export const USUAL_ROUND_SECONDS = 3600;
export const USUAL_ENTRY_LOCK_SECONDS = 60;
/** A shorter time leaves no room for a lock and its commitment. */
export const SHORTEST_ENTRY_LOCK_SECONDS = 10;

/** The number of the round that runs at `unix`; before round 1 begins, it is 1. */
export function roundAt(clock: RoundClock, unix: number): number {
  return Math.max(1, Math.floor((unix - clock.genesisTime) / clock.roundSeconds) + 1);
}

/** How many rounds have ended at `unix`; 0 before the first end. */
export function closedRounds(clock: RoundClock, unix: number): number {
  return roundAt(clock, unix) - 1;
}

/** When a round begins: when the one before ends. */
export function roundStartsAt(clock: RoundClock, round: number): number {
  return clock.genesisTime + (round - 1) * clock.roundSeconds;
}

/** T: the moment of the draw. */
export function roundEndsAt(clock: RoundClock, round: number): number {
  return clock.genesisTime + round * clock.roundSeconds;
}

/** When the entries of a round are fixed. */
export function roundLocksAt(clock: RoundClock, round: number): number {
  return roundEndsAt(clock, round) - clock.entryLockSeconds;
}

/** The last moment at which a commitment is sent, for the round that ends at `endsAt`. */
export function commitDeadline({ entryLockSeconds }: Pick<RoundClock, 'entryLockSeconds'>, endsAt: number): number {
  return endsAt - leadSeconds(entryLockSeconds);
}

/** The last moment at which a lock may start, or a commitment be signed. */
export function lastLockAt(clock: Pick<RoundClock, 'entryLockSeconds'>, endsAt: number): number {
  return commitDeadline(clock, endsAt) - landingSeconds(clock.entryLockSeconds);
}

/** True while a lock of `round` may start. */
export function isLockWindow(clock: RoundClock, round: number, unix: number): boolean {
  return unix >= roundLocksAt(clock, round) && unix <= lastLockAt(clock, roundEndsAt(clock, round));
}
