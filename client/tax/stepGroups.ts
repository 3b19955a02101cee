import type { TaxCycleAnswer, TaxStepAnswer } from '../../src/contract/tax.ts';
import { CYCLE_IN_FLIGHT } from '../../src/tax/cycle.ts';

/** Each state of a cycle under way is one of its steps. */
export const STEP_NAMES: readonly TaxStepAnswer['name'][] = CYCLE_IN_FLIGHT;

/** One of the four steps with all its transactions. */
export interface StepGroup {
  readonly name: TaxStepAnswer['name'];
  /** What moved or will move, base units. Failed parts are not included: they were given up or repeated in others. */
  readonly units: bigint;
  readonly currency: TaxStepAnswer['currency'];
  /** Network fees known so far, lamports; null while none is. */
  readonly fee: bigint | null;
  readonly status: TaxStepAnswer['status'];
  readonly transactions: readonly TaxStepAnswer[];
}

/** A cycle's transactions by step, in the order of the steps; steps without any are left out. */
export function stepGroups({ steps }: Pick<TaxCycleAnswer, 'steps'>): readonly StepGroup[] {
  return STEP_NAMES.flatMap((name) => {
    const transactions = steps.filter((step) => step.name === name);
    const [first] = transactions;
    if (first === undefined) return [];
    const alive = transactions.filter(({ status }) => status !== 'failed');
    const fees = transactions.flatMap(({ feeLamports }) => feeLamports ?? []);
    const { currency } = first;
    return {
      name,
      currency,
      // When all have failed, the last one tells what the step was about.
      units: sum((alive.length > 0 ? alive : transactions.slice(-1)).map(({ units }) => units)),
      fee: fees.length > 0 ? sum(fees) : null,
      status: statusOf(alive),
      transactions,
    };
  });
}

/** The least advanced state among those that still count. */
function statusOf(alive: readonly TaxStepAnswer[]): TaxStepAnswer['status'] {
  if (alive.length === 0) return 'failed';
  return (['pending', 'confirmed'] as const).find((status) => alive.some((step) => step.status === status)) ?? 'final';
}

/** Why a step of a cycle has no transaction. */
export function missingText(name: TaxStepAnswer['name'], { state, currency, steps }: TaxCycleAnswer): string {
  if (name === 'swap' && currency === 'GOD') return 'Not sold: the GOD itself is paid out.';
  const isPassed = steps.some((step) => STEP_NAMES.indexOf(step.name) > STEP_NAMES.indexOf(name));
  if (isPassed || state === 'done') return PASSED[name];
  return state === 'failed' ? 'Not reached.' : 'Not yet.';
}

const PASSED: Readonly<Record<TaxStepAnswer['name'], string>> = {
  harvest: 'Nothing to harvest: the fees were already in the mint.',
  withdraw: 'Nothing to withdraw: the GOD was already in the tax wallet.',
  swap: 'Nothing was sold.',
  distribute: 'Nothing was left to distribute after the network fees.',
};

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}
