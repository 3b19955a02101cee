import type { Report } from '../client/audit/Report.ts';
import type { Step, StepState } from '../client/audit/Step.ts';

/** The first word of a step's line: those of the verifier in Python. */
const WORDS: Readonly<Record<StepState, string>> = {
  ok: 'ok',
  failed: 'FAIL',
  'could-not-check': 'could not check',
  'not-reached': 'pending',
  owed: 'OWED',
};

/** `ok root: <value>`, `FAIL memo: <what differs>`, and so on. */
export function stepLine({ id, state, value }: Pick<Step, 'id' | 'state' | 'value'>): string {
  return `${WORDS[state]} ${id}: ${value}`;
}

/** What comes after the steps: what nothing can confirm, and as the last line the verdict with the steps it is due to. */
export function closingLines({ roundNumber, verdict, steps, unconfirmed }: Report): string[] {
  const named = (...states: readonly StepState[]) =>
    steps
      .filter(({ state }) => states.includes(state))
      .map(({ id }) => id)
      .join(', ');
  const round = roundNumber === null ? 'the round' : `round ${roundNumber}`;
  const verdicts = {
    proven: `proven: ${round}, ${steps.length} steps`,
    'called-off': `called off: ${round}, nothing was promised and nothing is owed`,
    failed: `FAILED: ${round}: ${named('failed')}`,
    owed: `OWED: ${round} was committed and is not paid: ${named('owed')}`,
    'could-not-check': `could not check: ${round}: ${named('could-not-check', 'not-reached')}`,
    'not-reached': `not proven yet: ${round}: ${named('not-reached')}`,
  };
  return [...unconfirmed.map(({ field, value }) => `not checked ${field}: ${value}`), verdicts[verdict]];
}

/** 0: proven, or rightly called off. 1: a step failed. 2: something could not be checked, or is not there yet. */
export function exitCode({ verdict }: Pick<Report, 'verdict'>): 0 | 1 | 2 {
  if (verdict === 'failed') return 1;
  return verdict === 'proven' || verdict === 'called-off' ? 0 : 2;
}
