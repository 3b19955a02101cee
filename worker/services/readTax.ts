import type { TaxTransaction } from '../../src/contract/distribution.ts';
import type { TaxReport } from '../../src/contract/tax.ts';
import type { Reads } from '../store/reads.ts';
import { taxTotals } from '../store/taxDays.ts';
import { type TaxPageQuery, taxPage } from '../store/taxPages.ts';
import { composeTaxReport, composeTransaction } from './composeTax.ts';

const NEWEST_CYCLES = 20;
const PLOT_MS = 30 * 86_400_000;

/** The public report; `now` is unix milliseconds. */
export async function readTaxReport(db: Reads, now: number): Promise<TaxReport> {
  const [sums, cycles] = await Promise.all([
    taxTotals(db, now - PLOT_MS),
    taxPage(db, { filter: 'every', limit: NEWEST_CYCLES, before: null }),
  ]);
  return composeTaxReport({ ...sums, cycles, now });
}

/** A page of the collected tax, newest first, as the console shows it. */
export async function readTaxTransactions(
  db: Reads,
  { limit, ...query }: TaxPageQuery,
): Promise<{ page: TaxTransaction[]; nextCursor: string | null }> {
  const found = await taxPage(db, { ...query, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { page: page.map(composeTransaction), nextCursor: found.length > limit ? `${page.at(-1)?.id}` : null };
}
