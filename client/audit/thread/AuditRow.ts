import type { Hour } from '../check/Hour.ts';
import type { Report, Verdict } from '../check/Report.ts';
import type { Step } from '../check/Step.ts';

/** What an audit keeps of a round's report. */
export interface AuditRow {
  readonly roundNumber: number;
  readonly state: Report['state'];
  readonly verdict: Verdict;
  readonly hour: Hour;
  readonly ok: number;
  readonly of: number;
  readonly open: readonly Pick<Step, 'id' | 'name' | 'state' | 'value'>[];
}

/** A report as a row of the audit. */
export function auditRow(roundNumber: number, { state, verdict, hour, steps }: Report): AuditRow {
  const open = steps.filter((step) => step.state !== 'ok');
  return {
    ...{ roundNumber, state, verdict, hour, ok: steps.length - open.length, of: steps.length },
    open: open.map(({ id, name, state, value }) => ({ id, name, state, value })),
  };
}
