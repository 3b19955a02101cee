import type { Bundle, Unconfirmed } from './Bundle.ts';
import type { Step } from './Step.ts';

/**
 * What the steps come to. `proven`: every step is ok. `called-off`: likewise, of a round that was never promised.
 * `owed`: nothing is wrong, and the prizes are not paid. `not-reached`: nothing is wrong, and the round goes on.
 */
export type Verdict = 'proven' | 'called-off' | 'failed' | 'owed' | 'could-not-check' | 'not-reached';

/** What a verifier found of one round. It is plain data: the report that is saved as JSON. */
export interface Report {
  /** Null when the proof cannot be read. */
  readonly roundNumber: number | null;
  readonly state: Bundle['state'] | null;
  readonly verdict: Verdict;
  readonly steps: readonly Step[];
  /** Printed as not checked: nothing can confirm these fields. */
  readonly unconfirmed: readonly Unconfirmed[];
}

/** The worst first; with anything left open nothing is proven. */
export function verdictOf(steps: readonly Pick<Step, 'id' | 'state'>[]): Verdict {
  const has = (state: Step['state']) => steps.some((step) => step.state === state);
  if (has('failed')) return 'failed';
  if (has('owed')) return 'owed';
  if (has('could-not-check')) return 'could-not-check';
  if (has('not-reached')) return 'not-reached';
  return steps.some(({ id }) => id === 'rolled-over') ? 'called-off' : 'proven';
}

/** What each verdict is in a sentence. */
export function verdictText({
  verdict,
  roundNumber,
  steps,
}: Pick<Report, 'verdict' | 'roundNumber' | 'steps'>): string {
  const round = roundNumber === null ? 'The round' : `Round ${roundNumber}`;
  const named = (state: Step['state']) =>
    steps
      .filter((step) => step.state === state)
      .map(({ name }) => `“${name}”`)
      .join(', ');
  switch (verdict) {
    case 'proven':
      return `${round} is proven: ${steps.length} of ${steps.length} steps are ok.`;
    case 'called-off':
      return `${round} was called off, and rightly: nothing was promised, and nothing is owed.`;
    case 'failed':
      return `${round} FAILED: ${named('failed')}.`;
    case 'owed':
      return `${round} is OWED: it was committed on chain and is not paid.`;
    case 'could-not-check':
      return `${round} is not proven. Could not check: ${named('could-not-check')}.`;
    case 'not-reached':
      return `${round} is not proven yet. Not reached: ${named('not-reached')}.`;
  }
}
