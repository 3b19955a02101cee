import { timeText } from '../../client/audit/check/checkLottery.ts';
import type { Report, Verdict } from '../../client/audit/check/Report.ts';
import type { Step, StepState } from '../../client/audit/check/Step.ts';

/** How a step's line begins, as in the verifier in Python. */
const WORDS: Readonly<Record<StepState, string>> = {
  ok: 'ok',
  failed: 'FAIL',
  'could-not-check': 'could not check',
  'not-reached': 'pending',
  owed: 'OWED',
  'called-off': 'called off',
};

/** `ok root: <value>`, `FAIL memo: <what differs>`, and so on. */
export function stepLine({ id, state, value }: Pick<Step, 'id' | 'state' | 'value'>): string {
  return `${WORDS[state]} ${id}: ${value}`;
}

/** The lines after the steps: the fields that nothing can confirm, and last the verdict. */
export function closingLines(report: Report): string[] {
  return [...report.unconfirmed.map(({ field, value }) => `not checked ${field}: ${value}`), closingLine(report)];
}

/** The verdict with the steps that caused it, and the lottery and hour that it is about. */
export function closingLine(report: Report): string {
  const { roundNumber, verdict, steps } = report;
  const named = (...states: readonly StepState[]) =>
    steps
      .filter(({ state }) => states.includes(state))
      .map(({ id }) => id)
      .join(', ');
  const round = `round ${roundNumber}`;
  const verdicts = {
    proven: `proven: ${round}, ${steps.length} steps`,
    'called-off': `called off: ${round}: ${steps.find(({ state }) => state === 'called-off')?.value}`,
    failed: `FAILED: ${round}: ${named('failed')}`,
    owed: `OWED: ${round} was promised on chain and is not paid: ${named('owed')}`,
    'could-not-check': `could not check: ${round}: ${named('could-not-check', 'not-reached')}`,
    'not-reached': `not proven yet: ${round}: ${named('not-reached')}`,
  };
  return `${verdicts[verdict]}; ${lotteryLine(report)}`;
}

function lotteryLine({ lottery, servers }: Report): string {
  if (lottery === null) return 'it is not known which lottery this is';
  const { hash, mint, since, endsAt } = lottery;
  const hour = endsAt === null ? '' : `; the round ends ${timeText(endsAt)}`;
  const by = servers === 1 ? ' (by the word of one server)' : '';
  return `lottery ${hash} of mint ${mint} since ${timeText(since)}${by}${hour}`;
}

const EXIT_CODES = {
  ...{ proven: 0, failed: 1, 'could-not-check': 2, 'not-reached': 2, owed: 3, 'called-off': 4 },
} satisfies Readonly<Record<Verdict, number>>;

/** The exit code. 0: proven. 1: a step failed. 2: could not check, or not proven yet. 3: owed. 4: called off. */
export function exitCode({ verdict }: Pick<Report, 'verdict'>): number {
  return EXIT_CODES[verdict];
}

/** Characters that a terminal obeys instead of showing, and those that change the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The line with its unprintable characters as JSON spells them. */
export function printable(line: string): string {
  return line.replace(UNPRINTABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
