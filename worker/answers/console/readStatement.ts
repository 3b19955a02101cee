import type { PoolStatement, Statement } from '../../../src/contract/statement.ts';
import { DAY_SECONDS } from '../../../src/round/daySeconds.ts';
import { costOf } from '../../chain/signing/costOf.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { ANOTHER_IS_FINAL } from '../../store/rows/states.ts';
import {
  firstMonth,
  type KnownBalance,
  type MonthSpan,
  monthSpans,
  outflowsFound,
  type PaidPrize,
  paidBetween,
  paidPrizes,
  roundTransactions,
  type TaxPaid,
  taxPaid,
} from '../../store/views/console/statements.ts';
import { isoOfMs } from '../isoTime.ts';
import { readTaxSums } from '../tax/readTax.ts';

/** A month's statement and the prizes that it counts, by the address of the pool wallet that paid them. */
export interface WholeStatement {
  readonly statement: Statement;
  readonly prizes: ReadonlyMap<string, readonly PaidPrize[]>;
}

/**
 * The statement of a UTC month (`2026-11`). Its balances are those that the pool's watch saw, each at a slot. Prizes,
 * tax and costs between two balances are added up from the database, by the slot of each transaction.
 */
export async function readStatement(db: Reads, month: string): Promise<WholeStatement> {
  const [firstDay, lastDay] = daysOf(month);
  const [spans, earliest, tax] = await Promise.all([
    monthSpans(db, month),
    firstMonth(db),
    readTaxSums(db, firstDay, lastDay),
  ]);
  const pools = await Promise.all(spans.map((span) => readPool(db, span)));
  const [firstSpan] = spans;
  // Payments of the tax belong to no single pool wallet, so the spans of all pool wallets count as one. In a month
  // without a balance there are no slots to count between, so all payments of the cycles that began in the month count.
  const paidIn = firstSpan
    ? paidBetween(allOf(spans, firstSpan))
    : { since: firstDay - 1, until: lastDay + DAY_SECONDS - 1, from: null, to: null };
  const statement: Statement = {
    month,
    earliest,
    isOver: spans.length > 0 && spans.every(({ isOver }) => isOver),
    pools: pools.map(({ pool }) => pool),
    receivers: (await taxPaid(db, paidIn)).map(receiver),
    tax,
  };
  return { statement, prizes: new Map(pools.map(({ pool, prizes }) => [pool.address, prizes])) };
}

async function readPool(db: Reads, span: MonthSpan) {
  const { opening, closing } = span;
  const [prizes, sent, receivers, outflows] = await Promise.all([
    paidPrizes(db, span),
    roundTransactions(db, span, ANOTHER_IS_FINAL),
    taxPaid(db, paidBetween(span)),
    outflowsFound(db, span),
  ]);
  const costs = sent.flatMap(({ state, bytes }) => {
    const cost = costOf(bytes);
    if (cost?.payer !== opening.wallet) return [];
    return [state === 'failed' ? { ...cost, marks: 0n } : cost];
  });
  const paid = sum(prizes.map(({ lamports }) => lamports));
  const fees = sum(costs.map(({ fee }) => fee));
  const marks = sum(costs.map((cost) => cost.marks));
  const taxed = receivers.find(({ address }) => address === opening.wallet)?.lamports ?? 0n;
  const other = closing.lamports - opening.lamports - taxed + paid + fees + marks;
  const pool: PoolStatement = {
    address: opening.wallet,
    opening: balance(opening),
    closing: balance(closing),
    taxLamports: `${taxed}`,
    prizesLamports: `${paid}`,
    feesLamports: `${fees}`,
    marksLamports: `${marks}`,
    otherLamports: `${other}`,
    rounds: new Set(prizes.map(({ round }) => round)).size,
    transactions: costs.length,
    outflows,
  };
  return { pool, prizes };
}

function allOf(spans: readonly MonthSpan[], first: MonthSpan): MonthSpan {
  return spans.reduce(
    (all, { opening, closing, isOver }) => ({
      opening: opening.slot < all.opening.slot ? opening : all.opening,
      closing: closing.slot > all.closing.slot ? closing : all.closing,
      isOver: all.isOver && isOver,
    }),
    first,
  );
}

/** The first and the last day of a month, each as the UTC unix second that it begins with. */
function daysOf(month: string): [number, number] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [Date.UTC(year, number - 1, 1) / 1000, Date.UTC(year, number, 0) / 1000];
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const balance = ({ takenAt, slot, lamports }: KnownBalance) => ({
  at: isoOfMs(takenAt),
  slot,
  lamports: `${lamports}`,
});
const receiver = ({ lamports, ...paid }: TaxPaid) => ({ ...paid, lamports: `${lamports}` });
