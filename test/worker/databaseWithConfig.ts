import { emptyDatabase } from './database.ts';
import { CONFIG } from './taxContext.ts';

/** The worker's own D1, empty but for the configuration that a tax context distributes by. */
export async function databaseWithConfig(): Promise<D1Database> {
  const db = await emptyDatabase();
  await db
    .prepare(
      `INSERT INTO distribution_versions (config_id, version, change_id, wallets, made_at, made_by)
       VALUES ('tax-distribution', ?, 'a change', ?, 0, 'ops')`,
    )
    .bind(CONFIG.version, JSON.stringify(CONFIG.wallets))
    .run();
  return db;
}
