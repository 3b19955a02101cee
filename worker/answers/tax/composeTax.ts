import type { TaxTransaction } from '../../../src/contract/distribution.ts';
import type { TaxCycleAnswer, TaxReport } from '../../../src/contract/tax.ts';
import { amountOf } from '../../../src/distribution/amount.ts';
import { percentOf } from '../../../src/distribution/percentage.ts';
import { describeCycleFailure } from '../../../src/tax/cycle.ts';
import type { TaxCurrency } from '../../store/rows/taxRows.ts';
import type { TaxDay, TaxTotals } from '../../store/views/tax/taxDays.ts';
import type { TaxCycleDetail } from '../../store/views/tax/taxPages.ts';
import { isoOfMs } from '../isoTime.ts';

const STEP_ORDER = ['harvest', 'withdraw', 'swap', 'distribute'] as const;

/** A cycle as the admin API lists it. The API calls a cycle a transaction. */
export function composeTransaction(cycle: TaxCycleDetail): TaxTransaction {
  const { total, currency } = cycle;
  // Before there is a plan, the amount is the GOD that was found.
  const shown =
    total === null ? { units: cycle.withheld + cycle.unsold, currency: 'GOD' as const } : { units: total, currency };
  const first = cycle.steps.find((step) => step.name === 'distribute' && step.signature !== null);
  return {
    id: `tax-${cycle.id}`,
    status: statusOf(cycle),
    timestamp: isoOfMs(cycle.startedAt),
    totalAmount: amountOf(shown.units, shown.currency),
    totalUnits: `${shown.units}`,
    currency: shown.currency,
    reason: describeCycleFailure(cycle.reason),
    detail: cycle.detail,
    configVersion: cycle.config?.version ?? null,
    txSignature: cycle.steps.find((step) => step.name === 'swap')?.signature ?? first?.signature ?? null,
    distributions: cycle.lines.map((line) => ({
      walletId: line.walletId,
      label: line.label,
      address: line.address,
      ...amounts(line.amount, currency),
      percentage: percentOf(line.basisPoints),
      status: line.status,
      transactionSignature: line.signature,
    })),
  };
}

/** The status that a cycle is shown with. `taxPages.ts` filters by the same statuses. */
function statusOf({ state, isUnpaid }: TaxCycleDetail): TaxTransaction['status'] {
  if (state === 'failed' || isUnpaid) return 'FAILED';
  return state === 'done' ? 'COMPLETED' : 'PENDING';
}

/** The answer to `GET /api/lottery/tax`, without its parts `distribution` and `pausedAt`. */
export function composeTaxReport(input: {
  readonly totals: TaxTotals;
  readonly days: readonly TaxDay[];
  readonly cycles: readonly TaxCycleDetail[];
  /** Unix milliseconds. */
  readonly now: number;
}): Omit<TaxReport, 'distribution' | 'pausedAt'> {
  const { totals, days, cycles, now } = input;
  return {
    totals: {
      cycles: totals.cycles,
      withdrawn: amounts(totals.withdrawn, 'GOD'),
      sold: amounts(totals.sold, 'GOD'),
      received: amounts(totals.received, 'SOL'),
      distributed: amounts(totals.distributed, 'SOL'),
      distributedGod: amounts(totals.distributed_god, 'GOD'),
      fees: amounts(totals.fees, 'SOL'),
    },
    days: days.map((day) => ({
      day: day.day,
      withdrawn: amountOf(day.withdrawn, 'GOD'),
      distributed: amountOf(day.distributed, 'SOL'),
      cycles: day.cycles,
    })),
    cycles: cycles.map(composeCycle),
    updatedAt: isoOfMs(now),
  };
}

function composeCycle(cycle: TaxCycleDetail): TaxCycleAnswer {
  const { total, currency } = cycle;
  return {
    id: cycle.id,
    startedAt: isoOfMs(cycle.startedAt),
    endedAt: cycle.endedAt === null ? null : isoOfMs(cycle.endedAt),
    state: cycle.state,
    reason: describeCycleFailure(cycle.reason),
    currency,
    configVersion: cycle.config?.version ?? null,
    found: amounts(cycle.withheld + cycle.unsold, 'GOD'),
    proceedsLamports: text(cycle.proceeds),
    total: total === null ? null : amounts(total, currency),
    feesLamports: text(cycle.fees),
    carriedInLamports: text(cycle.carriedIn),
    carriedOutLamports: text(cycle.carriedOut),
    steps: [...cycle.steps]
      .sort((a, b) => STEP_ORDER.indexOf(a.name) - STEP_ORDER.indexOf(b.name) || a.part - b.part)
      .map((step) => ({
        name: step.name,
        ...amounts(step.amount, step.currency),
        currency: step.currency,
        signature: step.signature,
        status: step.status,
        feeLamports: text(step.fee),
      })),
    lines: cycle.lines.map((line) => ({
      label: line.label,
      address: line.address,
      ...amounts(line.amount, currency),
      percentage: percentOf(line.basisPoints),
      status: line.status,
      signature: line.signature,
    })),
  };
}

const amounts = (units: bigint, currency: TaxCurrency) => ({ amount: amountOf(units, currency), units: `${units}` });
const text = (amount: bigint | null) => amount?.toString() ?? null;
