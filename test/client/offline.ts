import type { Links } from '../../client/audit/check/Links.ts';
import type { Report } from '../../client/audit/check/Report.ts';
import type { Step } from '../../client/audit/check/Step.ts';
import { type VerifyInput, verifyRound } from '../../client/audit/check/verifyRound.ts';
import { address } from '../../src/address/address.ts';

const NO_LINKS: Links = {
  transaction: () => null,
  wallet: () => null,
  beacon: () => null,
  proof: () => null,
};

const NO_LOTTERY = { mint: address('1'.repeat(32)), pinned: null };

/** Checks a proof and asks nobody, but for what `more` says. By default it is asked of its own round. */
export function verifyOffline(proof: unknown, more: Partial<VerifyInput> = {}): Promise<Report> {
  const { roundNumber } = (proof ?? {}) as { roundNumber?: unknown };
  const round = typeof roundNumber === 'number' ? roundNumber : 1;
  return verifyRound({ round, lottery: NO_LOTTERY, view: null, relays: null, links: NO_LINKS, ...more, proof });
}

/** The steps of a report in one of these states. */
export function stepsIn({ steps }: Report, ...states: readonly Step['state'][]): Step['id'][] {
  return steps.filter(({ state }) => states.includes(state)).map(({ id }) => id);
}

/** A report as the verifier in Python sums it up. */
export function summaryOf(report: Report) {
  return {
    failed: stepsIn(report, 'failed'),
    pending: stepsIn(report, 'not-reached'),
    unchecked: stepsIn(report, 'could-not-check'),
    owed: stepsIn(report, 'owed'),
  };
}

export function stepOf({ steps }: Report, id: Step['id']): Step {
  const step = steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`the report has no step ${id}`);
  return step;
}
