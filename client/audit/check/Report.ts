import type { Bundle, Unconfirmed } from './Bundle.ts';
import type { Hour } from './Hour.ts';
import type { Step } from './Step.ts';

/**
 * The result of all steps. `proven`: every step is ok. `called-off`: the chain says that nothing was promised, and no
 * step fails. `owed`: promised on chain and not paid, whatever the proof says. `not-reached`: nothing is wrong, and the
 * round goes on.
 */
export type Verdict = 'proven' | 'called-off' | 'failed' | 'owed' | 'could-not-check' | 'not-reached';

/** A lottery as its verdicts name it: by its mint and the hash of its first terms. Unix seconds. */
export interface LotteryShown {
  readonly mint: string;
  readonly hash: string;
  readonly since: number;
  /** The end of the round, by the terms; null when it is not known which terms are in force. */
  readonly endsAt: number | null;
}

/** What a verifier found of one round. It is plain data: the report that is saved as JSON. */
export interface Report {
  readonly roundNumber: number;
  readonly state: Bundle['state'] | null;
  readonly verdict: Verdict;
  /** What the marks of the hour show, whatever the proof says. */
  readonly hour: Hour;
  readonly steps: readonly Step[];
  /** How many RPC servers were asked. */
  readonly servers: number;
  /** The lottery, when it began, and the hour of the round; null when the chain could not tell. */
  readonly lottery: LotteryShown | null;
  /** Fields that nothing can confirm. They are printed as not checked. */
  readonly unconfirmed: readonly Unconfirmed[];
}

/** The worst state of any step, where `owed` is the worst of all. `proven` only when every step is ok. */
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
