import { emptyDatabase } from './database.ts';
import { CONFIG } from './taxContext.ts';

/** The worker's own D1, empty but for a configuration: if none is given, the one that a tax context distributes by. */
export async function databaseWithConfig({ version, wallets } = CONFIG): Promise<D1Database> {
  const db = await emptyDatabase();
  await db
    .prepare(
      `INSERT INTO distribution_versions (config_id, version, change_id, wallets, made_at, made_by)
       VALUES ('tax-distribution', ?, 'a change', ?, 0, 'ops')`,
    )
    .bind(version, JSON.stringify(wallets))
    .run();
  return db;
}
