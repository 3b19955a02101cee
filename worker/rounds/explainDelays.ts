import { errorText } from '../../src/errorText.ts';
import type { LateStepName } from '../../src/round/causes.ts';
import { ON_TIME_SECONDS } from '../../src/round/lateSteps.ts';
import type { RoundInFlight } from '../../src/round/record.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { Step } from '../engine/runSteps.ts';
import type { RoundStore } from '../store/rounds/rounds.ts';

const MOST_REMEMBERED = 50;

/**
 * How much a sentence explains: of two sentences about a step, the one with the greater weight is kept. `waits` says
 * what the step waited for, `failed` what failed, and `stopped` that our server was not running.
 */
const WEIGHT = { waits: 1, failed: 2, stopped: 3 } as const;

interface Cause {
  readonly weight: number;
  readonly sentence: string;
  isStored: boolean;
}

export interface DueStep {
  readonly round: number;
  readonly step: LateStepName;
  /** Unix milliseconds. */
  readonly dueAt: number;
  /** What the step waits for when nothing fails, as a sentence; null when that would explain nothing. */
  readonly waitsFor: string | null;
  /** Whether the round has a row already. */
  readonly hasRow: boolean;
}

export interface ExplainInput {
  readonly rounds: Pick<RoundStore, 'explain' | 'explainFirst'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** When this instance of the object began, unix milliseconds. */
  readonly startedAt: number;
}

/**
 * Answers "why was round N late?". For each step it remembers what stood in the way, and stores that with the round
 * once the step is late. No step fails because a cause cannot be stored.
 */
export function createExplainDelays({ rounds, now, startedAt }: ExplainInput) {
  const causes = new Map<string, Cause>();
  /** Steps for which an earlier instance has stored a cause: `rememberStop` skips them. */
  const tried = new Set<string>();

  const isLate = ({ step, dueAt }: DueStep) => now() - dueAt > ON_TIME_SECONDS[step] * 1000;
  const keyOf = ({ round, step }: Pick<DueStep, 'round' | 'step'>) => `${round}:${step}`;

  function remember(due: DueStep, weight: number, sentence: string): void {
    const known = causes.get(keyOf(due));
    if (known !== undefined && known.weight >= weight) return;
    if (causes.size >= MOST_REMEMBERED) {
      causes.clear();
      tried.clear();
    }
    causes.set(keyOf(due), { weight, sentence, isStored: false });
  }

  /** If the step was already late when this instance began: remembers that our server was not running. */
  function rememberStop(due: DueStep): void {
    const stoodFor = Math.round((startedAt - due.dueAt) / 1000);
    if (tried.has(keyOf(due))) return;
    if (stoodFor > ON_TIME_SECONDS[due.step]) remember(due, WEIGHT.stopped, stoppedText(stoodFor));
  }

  /** Remembers why a step was taken late, unless a cause is remembered already. */
  function rememberLength(due: DueStep): void {
    if (isLate(due)) remember(due, WEIGHT.waits, due.waitsFor ?? TOOK_LONG);
  }

  async function store(due: DueStep): Promise<void> {
    const cause = causes.get(keyOf(due));
    if (cause === undefined || cause.isStored) return;
    try {
      const { round, step } = due;
      // Only a failure takes the place of what an earlier instance has noted.
      if (cause.weight === WEIGHT.failed) await rounds.explain(round, step, cause.sentence);
      else if (!(await rounds.explainFirst(round, step, cause.sentence)) && cause.weight === WEIGHT.stopped) {
        tried.add(keyOf(due));
        causes.delete(keyOf(due));
      }
      cause.isStored = true;
    } catch (error) {
      console.warn(`round ${due.round}: could not store why the step ${due.step} is late: ${errorText(error)}`);
    }
  }

  return {
    /**
     * Resolves to the outcome of a step that has just begun. If the step is late and its round has a row, the
     * cause of the delay is stored first.
     */
    async taken(due: DueStep, begun: Promise<Step>): Promise<Step> {
      if (isLate(due)) rememberStop(due);
      try {
        const step = await begun;
        if (step.kind === 'again') rememberLength(due);
        else if (step.problem !== undefined) remember(due, WEIGHT.failed, sentenceOf(step.problem));
        else if (due.waitsFor !== null && isLate(due)) remember(due, WEIGHT.waits, due.waitsFor);
        if (isLate(due) && (due.hasRow || step.kind === 'again')) await store(due);
        return step;
      } catch (error) {
        remember(due, WEIGHT.failed, failedText(error));
        if (isLate(due) && due.hasRow) await store(due);
        throw error;
      }
    },
    /**
     * Why a round could not be locked, where nothing was noted of it; null when nobody knows. `lastLockAt` is unix
     * milliseconds.
     */
    unlocked(round: number, lastLockAt: number): string | null {
      if (startedAt > lastLockAt) return STOPPED;
      return causes.get(keyOf({ round, step: 'lock' }))?.sentence ?? null;
    },
  };
}

const STOPPED = 'Our server was not running while this round was to be locked.';
const TOOK_LONG = 'Our server took that long, and nothing failed.';
const stoppedText = (seconds: number) =>
  `Our server was not running, and was back ${seconds} seconds after this was due.`;

/** A failure as a sentence, without the words of a node or a database, which may repeat a key. */
function failedText(error: unknown): string {
  return error instanceof RpcError
    ? `${error.summary}.`
    : 'Our database did not answer, or a step of ours failed. It was tried again.';
}

/** A problem, which may begin with a small letter, as a sentence. */
export const sentenceOf = (problem: string) =>
  `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${problem.endsWith('.') ? '' : '.'}`;

/** The step that a round in flight waits for; null when it waits for none. `beaconDueAt` is unix milliseconds. */
export function dueStep(record: RoundInFlight, beaconDueAt: number): DueStep | null {
  const { round, times } = record;
  if (record.payouts === 'shadow') return null;
  const rest = { round, hasRow: true } as const;
  switch (record.state) {
    case 'locked': {
      const waitsFor = 'Our Solana nodes had not confirmed the commitment.';
      return { ...rest, step: 'commit', dueAt: times.lockedAt ?? record.endsAt * 1000, waitsFor };
    }
    case 'committed': {
      const waitsFor =
        record.commitment?.final === true
          ? 'No drand relay had given the random number.'
          : 'Our Solana nodes did not call the commitment final.';
      return { ...rest, step: 'beacon', dueAt: beaconDueAt, waitsFor };
    }
    case 'drawn': {
      if (times.paidAt !== null) return null;
      const waitsFor = 'Our Solana nodes had not confirmed the payment.';
      return { ...rest, step: 'pay', dueAt: times.drawnAt ?? beaconDueAt, waitsFor };
    }
  }
}
