import * as z from 'zod';
import { parseCycle, parseLine, parseStep, type TaxCycle, type TaxLine, type TaxStep } from './taxRows.ts';

/** A cycle with everything that belongs to it. */
export interface TaxCycleDetail extends TaxCycle {
  readonly steps: readonly TaxStep[];
  readonly lines: readonly TaxLine[];
}

/** Which cycles count as which status of the specification. `empty` looks are no transaction. */
const WHERE = {
  all: `state <> 'empty'`,
  completed: `state = 'done'`,
  failed: `state = 'failed'`,
  pending: `state IN ('harvest', 'withdraw', 'swap', 'distribute')`,
  /** With the newest empty look. */
  every: 'true',
} as const;
export type TaxFilter = keyof typeof WHERE;

export interface TaxPageQuery {
  readonly filter: TaxFilter;
  readonly limit: number;
  /** Only cycles older than this id; null for the newest. */
  readonly before: number | null;
}

/** Cycles, newest first. */
export async function taxPage(db: D1Database, { filter, limit, before }: TaxPageQuery): Promise<TaxCycleDetail[]> {
  const { results } = await db
    .prepare(`SELECT * FROM tax_cycles WHERE ${WHERE[filter]} AND (?1 IS NULL OR id < ?1) ORDER BY id DESC LIMIT ?2`)
    .bind(before, limit)
    .all();
  const cycles = results.map(parseCycle);
  if (cycles.length === 0) return [];
  const ids = JSON.stringify(cycles.map((cycle) => cycle.id));
  const ofThese = 'cycle IN (SELECT value FROM json_each(?))';
  const [steps, lines] = await db.batch([
    // The accounts of a harvest are long, and nobody's business here.
    db
      .prepare(
        `SELECT cycle, name, part, status, amount, currency, signature, fee, NULL AS accounts FROM tax_steps WHERE ${ofThese} ORDER BY cycle, part`,
      )
      .bind(ids),
    db
      .prepare(
        `SELECT l.*, s.signature FROM tax_lines l
         LEFT JOIN tax_steps s ON s.cycle = l.cycle AND s.name = 'distribute' AND s.part = l.part
         WHERE l.${ofThese} ORDER BY l.cycle, l.line`,
      )
      .bind(ids),
  ]);
  const allSteps = (steps?.results ?? []).map(parseStep);
  const allLines = (lines?.results ?? []).map(parseLine);
  return cycles.map((cycle) => ({
    ...cycle,
    steps: allSteps.filter((step) => step.cycle === cycle.id),
    lines: allLines.filter((line) => line.cycle === cycle.id),
  }));
}

const sum = z.string().transform(BigInt);
const totalsRow = z.object({
  cycles: z.int(),
  withdrawn: sum,
  sold: sum,
  received: sum,
  fees: sum,
  distributed: sum,
  distributedGod: sum,
});
export type TaxTotals = z.infer<typeof totalsRow>;

const dayRow = z.object({ day: z.string(), cycles: z.int(), withdrawn: sum, distributed: sum });
export type TaxDay = z.infer<typeof dayRow>;

const SUM = (what: string) => `CAST(coalesce(sum(CAST(${what} AS INTEGER)), 0) AS TEXT)`;

/** Sums over all cycles, and by UTC day of their start over those since `since` (unix milliseconds), oldest first. */
export async function taxTotals(db: D1Database, since: number): Promise<{ totals: TaxTotals; days: TaxDay[] }> {
  const withdrawn = `FROM tax_steps WHERE name = 'withdraw' AND status IN ('confirmed', 'final')`;
  const paid = (currency: string) =>
    `FROM tax_lines l JOIN tax_cycles c ON c.id = l.cycle WHERE l.status = 'SUCCESS' AND c.currency = '${currency}'`;
  const [totals, days] = await db.batch([
    db.prepare(
      `SELECT count(*) AS cycles, (SELECT ${SUM('amount')} ${withdrawn}) AS withdrawn, ${SUM('sold')} AS sold,
         ${SUM('proceeds')} AS received, ${SUM('fees')} AS fees,
         (SELECT ${SUM('l.amount')} ${paid('SOL')}) AS distributed, (SELECT ${SUM('l.amount')} ${paid('GOD')}) AS distributedGod
       FROM tax_cycles WHERE state <> 'empty'`,
    ),
    db
      .prepare(
        `SELECT date(t.started_at / 1000, 'unixepoch') AS day, count(*) AS cycles, ${SUM('w.amount')} AS withdrawn, ${SUM('p.amount')} AS distributed
         FROM tax_cycles t
         LEFT JOIN (SELECT cycle, ${SUM('amount')} AS amount ${withdrawn} GROUP BY cycle) w ON w.cycle = t.id
         LEFT JOIN (SELECT l.cycle, ${SUM('l.amount')} AS amount ${paid('SOL')} GROUP BY l.cycle) p ON p.cycle = t.id
         WHERE t.state <> 'empty' AND t.started_at >= ? GROUP BY day ORDER BY day`,
      )
      .bind(since),
  ]);
  return { totals: totalsRow.parse(totals?.results[0]), days: (days?.results ?? []).map((row) => dayRow.parse(row)) };
}
