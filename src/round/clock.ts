import { CURRENT_RULES } from '../protocol/versions.ts';

/** The rounds' timetable. All times are whole unix seconds. */
export interface RoundClock {
  readonly genesisTime: number;
  readonly roundSeconds: number;
  readonly entryLockSeconds: number;
}

/** Between lock and draw, where no setting says otherwise. */
export const USUAL_ENTRY_LOCK_SECONDS = 60;
/** As the rules that the next lock commits to say. A round that is locked is judged by its own. */
export const COMMIT_LEAD_SECONDS = CURRENT_RULES.commitLeadSeconds;
/** Our own lead is as long as the lock allows, up to this many seconds: five would rest on Solana's clock alone. */
const LONGEST_LEAD_SECONDS = 15;
/** Part of the entry lock that our own lead may take. */
const LEAD_PART = 4;
/** A commitment needs this long to be signed and to land before our own deadline. */
const SIGNING_SECONDS = 3;
/** Nothing shorter leaves room for a lock and its commitment. */
export const SHORTEST_ENTRY_LOCK_SECONDS = COMMIT_LEAD_SECONDS + SIGNING_SECONDS + 2;

/**
 * How far a block's time may be behind the clock that rounds end by, seconds: what was paid right after a round's end may
 * be stamped before it.
 */
export const BLOCK_LAG_SECONDS = 60;

/** The number of the round that is running at `unix`; round 1 starts at genesis. Before genesis it is 1. */
export function roundAt(clock: RoundClock, unix: number): number {
  return Math.max(1, Math.floor((unix - clock.genesisTime) / clock.roundSeconds) + 1);
}

/** How many rounds have ended at `unix`; 0 before the first end. */
export function closedRounds(clock: RoundClock, unix: number): number {
  return roundAt(clock, unix) - 1;
}

/** The first moment of a round, unix seconds: the end of the one before. */
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

/**
 * Until when we send a commitment of the round that ends at `endsAt`: 15 s before it or a quarter of the entry lock,
 * at least 5 s. One that lands later is still in time for verifiers until 5 s before the end, and then the round is
 * played.
 */
export function commitDeadline({ entryLockSeconds }: Pick<RoundClock, 'entryLockSeconds'>, endsAt: number): number {
  const lead = Math.min(LONGEST_LEAD_SECONDS, Math.floor(entryLockSeconds / LEAD_PART));
  return endsAt - Math.max(COMMIT_LEAD_SECONDS, lead);
}

/**
 * The last moment at which a lock may start or a commitment be signed: later it could not land before our own
 * deadline.
 */
export function lastLockAt(clock: Pick<RoundClock, 'entryLockSeconds'>, endsAt: number): number {
  return commitDeadline(clock, endsAt) - SIGNING_SECONDS;
}

/** True while a lock of `round` may start. */
export function isLockWindow(clock: RoundClock, round: number, unix: number): boolean {
  return unix >= roundLocksAt(clock, round) && unix <= lastLockAt(clock, roundEndsAt(clock, round));
}
