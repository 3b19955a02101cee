import { watchedDatabase } from '../watchedDatabase.ts';

/** What a statement of the worker costs in the database at hand. */
export interface StatementCost {
  readonly sql: string;
  /** Milliseconds of one run, without the way to the database. Null when it cannot be repeated. */
  readonly ms: number | null;
  readonly rowsRead: number;
}

const RUNS = 10;
const TRIES = 5;

/** The cost of each statement that `work` asks, every one once. */
export async function statementCosts(
  db: D1Database,
  work: (watched: D1Database) => Promise<unknown>,
): Promise<StatementCost[]> {
  const { DB, asked } = watchedDatabase();
  await work(DB);
  const distinct = new Map(asked.map((statement) => [statement.sql, statement.values]));
  const costs: StatementCost[] = [];
  for (const [sql, values] of distinct) costs.push(await costOf(db, sql, values));
  return costs;
}

/**
 * Several runs in one batch less one run alone, so that the way to the database is left out: the clock of workerd
 * stands still while it computes. Of several tries the best.
 */
async function costOf(db: D1Database, sql: string, values: readonly unknown[]): Promise<StatementCost> {
  const statement = db.prepare(sql).bind(...values);
  const timed = async (runs: number) => {
    const began = performance.now();
    const [first] = await db.batch(Array.from({ length: runs }, () => statement));
    return { ms: performance.now() - began, rowsRead: first?.meta.rows_read ?? 0 };
  };
  try {
    const { rowsRead } = await timed(1);
    let [one, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let i = 0; i < TRIES; i++) {
      one = Math.min(one, (await timed(1)).ms);
      many = Math.min(many, (await timed(1 + RUNS)).ms);
    }
    return { sql, ms: Math.max(0, (many - one) / RUNS), rowsRead };
  } catch {
    return { sql, ms: null, rowsRead: 0 };
  }
}
