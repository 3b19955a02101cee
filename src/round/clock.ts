/** The rounds' timetable. All times are whole unix seconds. */
export interface RoundClock {
  readonly genesisTime: number;
  readonly roundSeconds: number;
  readonly entryLockSeconds: number;
}

/** No lock starts in the last seconds before the draw: the commitment could no longer land in time. */
export const LAST_LOCK_SECONDS = 8;
/** A commitment counts only with a block time at least this many seconds before the draw. */
export const COMMIT_LEAD_SECONDS = 5;

/** The number of the round that is running at `unix`; round 1 starts at genesis. Before genesis it is 1. */
export function roundAt(clock: RoundClock, unix: number): number {
  return Math.max(1, Math.floor((unix - clock.genesisTime) / clock.roundSeconds) + 1);
}

/** How many rounds have ended at `unix`; 0 before the first end. */
export function closedRounds(clock: RoundClock, unix: number): number {
  return roundAt(clock, unix) - 1;
}

export function roundStartsAt(clock: RoundClock, round: number): number {
  return clock.genesisTime + (round - 1) * clock.roundSeconds;
}

/** T: the moment of the draw. */
export function roundEndsAt(clock: RoundClock, round: number): number {
  return clock.genesisTime + round * clock.roundSeconds;
}

/** The moment the entries are fixed. */
export function roundLocksAt(clock: RoundClock, round: number): number {
  return roundEndsAt(clock, round) - clock.entryLockSeconds;
}

/** True while a lock of `round` may start: from the lock time to 8 s before the draw. */
export function isLockWindow(clock: RoundClock, round: number, unix: number): boolean {
  return unix >= roundLocksAt(clock, round) && unix <= roundEndsAt(clock, round) - LAST_LOCK_SECONDS;
}
