import { AMOUNTS, SUM, text } from '../views/tax/taxDays.ts';

const PLUS = (table: string) => (column: string) =>
  `${column} = ${text(`CAST(${table}.${column} AS INTEGER) + CAST(excluded.${column} AS INTEGER)`)}`;

/** Lamports that were paid to the pool wallet of the cycle `c`, as the cycle's plan has fixed that wallet. */
const TO_POOL = `(SELECT ${SUM('amount')} FROM tax_lines l
  WHERE l.cycle = c.id AND l.status = 'SUCCESS' AND c.currency = 'SOL' AND l.address = c.pool ->> 'wallet')`;

/**
 * The statements that add the sums of an ended cycle to the UTC day on which it began and to the totals. A cycle is
 * added only once. The statements belong in the batch that ends the cycle. SQLite's integers have 64 bits, enough for
 * nine thousand times GOD's whole supply.
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
    // The totals are updated where a cycle ends, so that nobody has to read all days.
    add('tax_totals', 'id', '1', {}),
    db.prepare(`UPDATE tax_cycles SET is_counted = 1 WHERE id = ? AND state IN ('done', 'failed')`).bind(id),
  ];
}
