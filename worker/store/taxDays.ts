import * as z from 'zod';
import type { Reads } from './reads.ts';

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
/** As `TaxTotals`, of one UTC day; `to_pool` are the lamports that the lottery's pool got of it. */
export type TaxMoneyDay = z.infer<typeof moneyDayRow>;

const text = (amount: string) => `CAST(${amount} AS TEXT)`;
const SUM = (what: string) => text(`coalesce(sum(CAST(${what} AS INTEGER)), 0)`);
const PLUS = (table: string) => (column: string) =>
  `${column} = ${text(`CAST(${table}.${column} AS INTEGER) + CAST(excluded.${column} AS INTEGER)`)}`;
const AMOUNTS = ['withdrawn', 'sold', 'received', 'fees', 'distributed', 'distributed_god'] as const;
/** The sums before the first cycle has ended. */
const NOTHING = { cycles: 0, ...Object.fromEntries(AMOUNTS.map((column) => [column, '0'])) };

/** Lamports that the pool wallet of the cycle `c` was paid, as its plan has fixed that wallet. */
const TO_POOL = `(SELECT ${SUM('amount')} FROM tax_lines l
  WHERE l.cycle = c.id AND l.status = 'SUCCESS' AND c.currency = 'SOL' AND l.address = c.pool ->> 'wallet')`;

/**
 * Adds an ended cycle's sums to the UTC day it began on, and to those of all days, once. (Integers of SQLite have 64
 * bits: GOD's whole supply fits nine thousand times.) Meant for the batch that ends the cycle.
 */
export function countStatements(db: D1Database, id: number): D1PreparedStatement[] {
  const paid = (currency: string) =>
    `(SELECT ${SUM('amount')} FROM tax_lines l WHERE l.cycle = c.id AND l.status = 'SUCCESS' AND c.currency = '${currency}')`;
  const add = (
    table: 'tax_days' | 'tax_totals',
    key: string,
    value: string,
    more: Readonly<Record<string, string>>,
  ) => {
    const amounts = [...AMOUNTS, ...Object.keys(more)];
    return db
      .prepare(
        `INSERT INTO ${table} (${key}, cycles, ${amounts.join(', ')})
         SELECT ${value}, 1,
           (SELECT ${SUM('amount')} FROM tax_steps s WHERE s.cycle = c.id AND s.name = 'withdraw' AND s.status IN ('confirmed', 'final')),
           coalesce(c.sold, '0'), coalesce(c.proceeds, '0'), coalesce(c.fees, '0'),
           ${[paid('SOL'), paid('GOD'), ...Object.values(more)].join(', ')}
         FROM tax_cycles c WHERE c.id = ?1 AND c.state IN ('done', 'failed') AND c.is_counted = 0
         ON CONFLICT (${key}) DO UPDATE SET cycles = ${table}.cycles + 1, ${amounts.map(PLUS(table)).join(', ')}`,
      )
      .bind(id);
  };
  return [
    add('tax_days', 'day', `date(c.started_at / 1000, 'unixepoch')`, { to_pool: TO_POOL }),
    // Added up here, where a cycle ends: neither a cycle nor a visitor walks over all days.
    add('tax_totals', 'id', '1', {}),
    db.prepare(`UPDATE tax_cycles SET is_counted = 1 WHERE id = ? AND state IN ('done', 'failed')`).bind(id),
  ];
}

/** Sums over all ended cycles, and by UTC day since `since` (unix milliseconds), oldest first. */
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

/** Sums by UTC day (`2026-11-20`) from one on, oldest first. */
export async function taxMoneyDays(db: Reads, from: string): Promise<TaxMoneyDay[]> {
  const { results } = await db
    .prepare(`SELECT day, cycles, ${AMOUNTS.join(', ')}, to_pool FROM tax_days WHERE day >= ? ORDER BY day`)
    .bind(from)
    .all();
  return z.array(moneyDayRow).parse(results);
}

/** Sums over the ended cycles of the UTC days `from` to `to` (`2026-11-20`), both included: a row a day is read. */
export async function taxSums(db: Reads, from: string, to: string): Promise<TaxTotals> {
  const columns = AMOUNTS.map((column) => `${SUM(column)} AS ${column}`).join(', ');
  const sums = await db
    .prepare(`SELECT coalesce(sum(cycles), 0) AS cycles, ${columns} FROM tax_days WHERE day BETWEEN ?1 AND ?2`)
    .bind(from, to)
    .first();
  return totalsRow.parse(sums);
}
