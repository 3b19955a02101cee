import * as z from 'zod';
import type { Reads } from '../../rows/reads.ts';

const sum = z.string().transform(BigInt);
const totalsRow = z.object({
  cycles: z.int(),
  withdrawn: sum,
  sold: sum,
  received: sum,
  fees: sum,
  distributed: sum,
  distributed_god: sum,
});
export type TaxTotals = z.infer<typeof totalsRow>;

const dayRow = z.object({ day: z.string(), cycles: z.int(), withdrawn: sum, distributed: sum });
export type TaxDay = z.infer<typeof dayRow>;
const moneyDayRow = totalsRow.extend({ day: z.string(), to_pool: sum });
/**
 * As `TaxTotals`, for the cycles that began on one UTC day. `to_pool`: the lamports that these cycles paid to the pool.
 */
export type TaxMoneyDay = z.infer<typeof moneyDayRow>;

export const text = (amount: string) => `CAST(${amount} AS TEXT)`;
export const SUM = (what: string) => text(`coalesce(sum(CAST(${what} AS INTEGER)), 0)`);
export const AMOUNTS = ['withdrawn', 'sold', 'received', 'fees', 'distributed', 'distributed_god'] as const;
/** The sums before the first cycle has ended. */
const NOTHING = { cycles: 0, ...Object.fromEntries(AMOUNTS.map((column) => [column, '0'])) };

/**
 * Sums over all ended cycles, and by the UTC day on which the cycles began. The days are oldest first, from that of
 * `since` (unix milliseconds) on.
 */
export async function taxTotals(db: Reads, since: number): Promise<{ totals: TaxTotals; days: TaxDay[] }> {
  const [totals, days] = await db.batch([
    db.prepare(`SELECT cycles, ${AMOUNTS.join(', ')} FROM tax_totals WHERE id = 1`),
    db
      .prepare(
        "SELECT day, cycles, withdrawn, distributed FROM tax_days WHERE day >= date(?, 'unixepoch') ORDER BY day",
      )
      .bind(Math.floor(since / 1000)),
  ]);
  return {
    totals: totalsRow.parse(totals?.results[0] ?? NOTHING),
    days: (days?.results ?? []).map((row) => dayRow.parse(row)),
  };
}

/** Sums by UTC day, from the day `from` (`2026-11-20`) on, oldest first. */
export async function taxMoneyDays(db: Reads, from: string): Promise<TaxMoneyDay[]> {
  const { results } = await db
    .prepare(`SELECT day, cycles, ${AMOUNTS.join(', ')}, to_pool FROM tax_days WHERE day >= ? ORDER BY day`)
    .bind(from)
    .all();
  return z.array(moneyDayRow).parse(results);
}

/** Sums over the ended cycles that began on the UTC days `from` to `to` (`2026-11-20`), both included. */
export async function taxSums(db: Reads, from: string, to: string): Promise<TaxTotals> {
  const columns = AMOUNTS.map((column) => `${SUM(column)} AS ${column}`).join(', ');
  const sums = await db
    .prepare(`SELECT coalesce(sum(cycles), 0) AS cycles, ${columns} FROM tax_days WHERE day BETWEEN ?1 AND ?2`)
    .bind(from, to)
    .first();
  return totalsRow.parse(sums);
}
