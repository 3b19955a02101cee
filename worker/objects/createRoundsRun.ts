import { stackText } from '../../src/errorText.ts';
import type { Pulse } from '../answers/health/pulses.ts';
import { orEnd } from './orEnd.ts';
import { createSingleRun } from './singleRun.ts';

const RETRY_MS = 1_000;
/** A run that takes longer than this counts as hung: the minute from a round's lock to its draw has then passed. */
export const ROUNDS_HUNG_MS = 60_000;

interface Advance {
  /** Moves the rounds. `wakeAt` is unix milliseconds; `problem` is a sentence. */
  run(): Promise<{ readonly wakeAt: number; readonly changed: boolean; readonly problem: string | null }>;
}

export interface RoundsRunInput {
  readonly advanceRound: () => Advance;
  readonly abort: (reason: string) => void;
  /** Called when a run has ended without a fault. `changed`: the public may see something new. */
  readonly onEnd: (changed: boolean) => void;
  /** Called when a run has failed: nobody knows what it has changed. */
  readonly onFault: () => void;
  readonly note: (seen: Partial<Pulse>) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** `run` moves the rounds, one run at a time. `ended` resolves at the end of the run under way, or of the next one. */
export function createRoundsRun({ advanceRound, abort, onEnd, onFault, note, now }: RoundsRunInput) {
  let ended = Promise.withResolvers<void>();
  let due = 0;

  /** Resolves to the moment the next run is due, unix milliseconds. */
  const run = createSingleRun(async (): Promise<number> => {
    const rounds = advanceRound();
    try {
      const { wakeAt, changed, problem } = await orEnd(rounds.run(), { what: 'a run', ms: ROUNDS_HUNG_MS, abort });
      note({ advancedAt: now(), lastError: problem });
      onEnd(changed);
      due = wakeAt;
    } catch (error) {
      // Whatever was written, the next run reads where the rounds are, and goes on there.
      console.error(`advance failed: ${stackText(error)}`);
      onFault();
      note({ lastError: 'a step failed and is tried again; the log says which' });
      due = now() + RETRY_MS;
    } finally {
      ended.resolve();
      ended = Promise.withResolvers();
    }
    return due;
  });

  return { run, isDue: () => now() >= due, ended: () => ended.promise };
}
