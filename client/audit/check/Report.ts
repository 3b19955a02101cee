import type { Bundle, Unconfirmed } from './Bundle.ts';
import type { Hour } from './Hour.ts';
import type { Step } from './Step.ts';

/**
 * The result of all steps. `proven`: every step is ok. `called-off`: the chain says that nothing was promised, and no
 * step fails. `owed`: the round was promised on chain and is not paid. `not-reached`: nothing is wrong, and the round
 * goes on.
 */
export type Verdict = 'proven' | 'called-off' | 'failed' | 'owed' | 'could-not-check' | 'not-reached';

/** The lottery of a round, named by its mint and the hash of its first terms. Times are unix seconds. */
export interface LotteryShown {
  readonly mint: string;
  readonly hash: string;
  readonly since: number;
  /** The end of the round, by the terms; null when the terms in force are not known. */
  readonly endsAt: number | null;
}

/** What a verifier found about one round, as plain data that is saved as JSON. */
export interface Report {
  readonly roundNumber: number;
  readonly state: Bundle['state'] | null;
  readonly verdict: Verdict;
  /** What the marks of the hour show, whatever the proof says. */
  readonly hour: Hour;
  readonly steps: readonly Step[];
  readonly servers: number;
  /** Null when no lottery could be read from the chain. */
  readonly lottery: LotteryShown | null;
  readonly unconfirmed: readonly Unconfirmed[];
}

/** The verdict by the worst state of any step. `owed` is the worst of all. */
export function verdictOf(steps: readonly Pick<Step, 'id' | 'state'>[]): Verdict {
  const has = (state: Step['state']) => steps.some((step) => step.state === state);
  if (has('owed')) return 'owed';
  if (has('failed')) return 'failed';
  if (has('could-not-check')) return 'could-not-check';
  if (has('called-off')) return 'called-off';
  return has('not-reached') ? 'not-reached' : 'proven';
}

/** The verdict on a round as a sentence. */
export function verdictText({
  verdict,
  roundNumber,
  steps,
  servers,
}: Pick<Report, 'verdict' | 'roundNumber' | 'steps' | 'servers'>): string {
  const by = servers === 1 ? ' One server was asked about the chain.' : '';
  const round = `Round ${roundNumber}`;
  const named = (state: Step['state']) =>
    steps
      .filter((step) => step.state === state)
      .map(({ name }) => `“${name}”`)
      .join(', ');
  switch (verdict) {
    case 'proven':
      return `${round} is proven: ${steps.length} of ${steps.length} steps are ok.${by}`;
    case 'called-off':
      return `${round} was called off: the chain shows no promise of it.${by}`;
    case 'failed':
      return `${round} FAILED: ${named('failed')}.${by}`;
    case 'owed':
      return `${round} is OWED: it was promised on chain and is not paid.${by}`;
    case 'could-not-check':
      return `${round} is not proven. Could not check: ${named('could-not-check')}.`;
    case 'not-reached':
      return `${round} is not proven yet. Not reached: ${named('not-reached')}.`;
  }
}
