import { type Causes, LATE_STEPS, type LateStepName } from './causes.ts';
import type { StepMoments } from './record.ts';
import type { RoundState } from './state.ts';

/** The seconds that a step may take and still be on time. */
export const ON_TIME_SECONDS = { lock: 15, commit: 15, beacon: 10, draw: 10, pay: 20 } as const satisfies Record<
  LateStepName,
  number
>;

const NO_CAUSE = 'No cause was recorded.';

/** How much later a step was taken than it was due, or for how long a step that is not taken yet has been due. */
export interface LateStep {
  readonly step: LateStepName;
  /** Whole seconds, by the server's clock. */
  readonly seconds: number;
  readonly cause: string;
}

export interface TimedRound {
  readonly state: RoundState;
  readonly times: StepMoments;
  readonly causes: Causes;
  /** Unix milliseconds: when it was to be locked, when it ended, and when its beacon was due. */
  readonly locksAt: number;
  readonly endsAt: number;
  readonly beaconAt: number;
}

/**
 * Which steps of a round were late, or are late at `now` (unix milliseconds). Lock and beacon are due by the timetable,
 * the others when they become possible. A late lock is named only with a recorded cause, since the round may have had
 * another timetable.
 */
export function lateSteps(round: TimedRound, now: number): readonly LateStep[] {
  if (round.state === 'rolled-over') return neverTaken(round);
  const { times } = round;
  const due: Readonly<Record<LateStepName, number | null>> = {
    lock: round.locksAt,
    commit: times.lockedAt,
    beacon: round.beaconAt,
    draw: times.beaconAt === null ? null : Math.max(times.beaconAt, round.endsAt),
    pay: times.drawnAt,
  };
  const taken: Readonly<Record<LateStepName, number | null>> = {
    lock: times.lockedAt,
    commit: times.committedAt,
    beacon: times.beaconAt,
    draw: times.drawnAt,
    pay: times.paidAt,
  };
  const open = openStep(round);
  return LATE_STEPS.flatMap((step): LateStep[] => {
    const at = taken[step] ?? (step === open ? now : null);
    const from = due[step];
    if (at === null || from === null) return [];
    const seconds = Math.round((at - from) / 1000);
    if (seconds <= ON_TIME_SECONDS[step] || (step === 'lock' && round.causes.lock === undefined)) return [];
    return [{ step, seconds, cause: causeOf(round.causes, step) }];
  });
}

/** The step that a round waits for, or null. Never the draw, which is stored together with its beacon. */
function openStep({ state }: TimedRound): LateStepName | null {
  if (state === 'locked') return 'commit';
  if (state === 'committed') return 'beacon';
  return state === 'drawn' ? 'pay' : null;
}

/** For a round that was called off: the step that could not be taken in time, if its cause was recorded. */
function neverTaken({ times, causes, locksAt, endsAt }: TimedRound): readonly LateStep[] {
  const [step, from] = times.lockedAt === null ? (['lock', locksAt] as const) : (['commit', times.lockedAt] as const);
  const cause = causes[step];
  return cause === undefined ? [] : [{ step, seconds: Math.round((endsAt - from) / 1000), cause }];
}

/** The recorded cause of a late step. Without a cause of its own, a draw has that of its beacon. */
function causeOf(causes: Causes, step: LateStepName): string {
  return causes[step] ?? (step === 'draw' ? causes.beacon : undefined) ?? NO_CAUSE;
}
