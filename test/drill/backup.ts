import * as z from 'zod';
import type { Lottery } from '../rounds/startLottery.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];
/** Every table's rows, parents before the tables that refer to them. */
export type Backup = readonly { readonly table: string; readonly rows: Rows }[];

const named = z.array(z.object({ name: z.string() }));
/** How many values one statement may bind. */
const MOST_VALUES = 90;

/** All rows of all tables, as `wrangler d1 export` writes them. */
export async function takeBackup(lottery: Pick<Lottery, 'worker'>): Promise<Backup> {
  const database = await lottery.worker.database();
  const { results } = await database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%' ORDER BY rowid",
    )
    .all();
  const tables = named.parse(results).map(({ name }) => name);
  return Promise.all(
    tables.map(async (table) => ({ table, rows: (await database.prepare(`SELECT * FROM ${table}`).all()).results })),
  );
}

/** Puts the database back to what it was, in one transaction and under the running worker, as Time Travel does. */
export async function restoreBackup(lottery: Pick<Lottery, 'worker'>, backup: Backup): Promise<void> {
  const database = await lottery.worker.database();
  const emptied = backup.toReversed().map(({ table }) => database.prepare(`DELETE FROM ${table}`));
  const filled = backup.flatMap(({ table, rows }) => inserts(table, rows).map((one) => one(database)));
  await database.batch([...emptied, ...filled]);
}

type Database = Awaited<ReturnType<Lottery['worker']['database']>>;

function inserts(table: string, rows: Rows): ((database: Database) => ReturnType<Database['prepare']>)[] {
  return rows.map((row) => {
    const columns = Object.keys(row);
    if (columns.length > MOST_VALUES) throw new Error(`${table} has more columns than a statement may bind`);
    const marks = columns.map(() => '?').join(', ');
    return (database) =>
      database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`).bind(...Object.values(row));
  });
}
