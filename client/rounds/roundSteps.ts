import type { RoundDetail } from '../../src/contract/round.ts';
import { CLOSED } from '../../src/round/state.ts';

const ORDER = ['start', 'lock', 'commit', 'end', 'beacon', 'draw', 'pay', 'final'] as const;
export type StepName = (typeof ORDER)[number];

/**
 * `ahead`: its turn or its time has not come. `owed`: still to be done, but a person has to decide first. `never`: the
 * round ends without it. `lost`: of a closed round, whose record is not stored.
 */
export type StepState = 'done' | 'now' | 'ahead' | 'owed' | 'never' | 'lost';

/** One step of a round; times in ms. */
export interface RoundStep {
  readonly name: StepName;
  readonly state: StepState;
  /** When the step was done; null if it was not, or if the time was not stored. */
  readonly at: number | null;
  /** When the step is or was due; null when it is done, or when that is not known. */
  readonly due: number | null;
}

interface Moment {
  /** Server time in ms. */
  readonly now: number;
  /** How many seconds before the end the entries lock; null while the settings are unknown. */
  readonly entryLockSeconds: number | null;
}

/** All steps of a round in their order, each with its state and its time. */
export function roundSteps(round: RoundDetail, { now, entryLockSeconds }: Moment): readonly RoundStep[] {
  const done = doneSteps(round, now);
  const times = timesOf(round);
  const dues = duesOf(round, entryLockSeconds);
  const first = ORDER.find((name) => !done[name]);
  return ORDER.map((name): RoundStep => {
    if (done[name]) return { name, state: 'done', at: times[name], due: null };
    const due = dues[name] ?? null;
    return { name, state: undoneState(round, { name, isFirst: name === first, due, now }), at: null, due };
  });
}

function doneSteps(round: RoundDetail, now: number): Readonly<Record<StepName, boolean>> {
  const { payout } = round;
  return {
    start: true,
    lock: round.root !== null,
    commit: (round.commitment?.signature ?? null) !== null,
    end: now >= Date.parse(round.endsAt),
    beacon: (round.beacon?.signature ?? null) !== null,
    draw: round.winners.length > 0,
    pay: payout?.status === 'confirmed' || payout?.status === 'final',
    final: payout?.status === 'final',
  };
}

function timesOf(round: RoundDetail): Readonly<Record<StepName, number | null>> {
  const blockTime = round.commitment?.blockTime ?? null;
  return {
    start: Date.parse(round.startsAt),
    lock: parsed(round.lockedAt),
    // If no time was stored, the chain's time is used.
    commit: parsed(round.committedAt) ?? parsed(blockTime),
    end: Date.parse(round.endsAt),
    beacon: parsed(round.beaconAt),
    draw: parsed(round.drawnAt),
    pay: parsed(round.paidAt),
    final: parsed(round.finalAt),
  };
}

function duesOf(round: RoundDetail, entryLockSeconds: number | null): Partial<Record<StepName, number>> {
  const end = Date.parse(round.endsAt);
  return {
    end,
    beacon: parsed(round.beacon?.time) ?? end,
    ...(entryLockSeconds !== null && { lock: end - entryLockSeconds * 1000 }),
  };
}

interface Undone {
  readonly name: StepName;
  readonly isFirst: boolean;
  readonly due: number | null;
  readonly now: number;
}

function undoneState(round: RoundDetail, { name, isFirst, due, now }: Undone): Exclude<StepState, 'done'> {
  // The end of a round comes by the clock alone.
  if (name === 'end') return 'ahead';
  if (round.reason === CLOSED) return 'lost';
  if (round.state === 'rolled-over') return 'never';
  if (round.state === 'held') return (round.commitment?.signature ?? null) === null ? 'never' : 'owed';
  return isFirst && (due === null || now >= due) ? 'now' : 'ahead';
}

function parsed(time: string | null | undefined): number | null {
  return time ? Date.parse(time) : null;
}
