import { beforeEach, describe, expect, it } from 'vitest';
import { sinceCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { walksOf } from '../queryPlan.ts';
import { watchPreparedStatements } from '../watchPlans.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
const walks = (sql: string) => walksOf(db, [{ sql, from: 'worker/store/some.ts' }]);

describe('the rule that no statement of the worker scans a growing table', () => {
  it.each([
    `SELECT count(*) FROM journal WHERE signed_at >= ? AND key NOT LIKE 'tax:%'`,
    `SELECT key FROM journal WHERE state = 'failed' ORDER BY signed_at`,
    'SELECT key FROM alerts ORDER BY message LIMIT 20',
    'SELECT state, count(*) FROM rounds GROUP BY state',
    'SELECT r.round FROM rounds r JOIN winners w ON w.round = r.round',
    `SELECT * FROM tax_cycles c WHERE state = 'done' ORDER BY id DESC LIMIT 1`,
    `UPDATE tax_lines SET status = 'FAILED' WHERE address = ?1`,
    'SELECT max(payout_slot) AS newest FROM rounds',
    'WITH n AS (SELECT round FROM rounds WHERE entries = ?1) SELECT * FROM n',
  ])('%s walks over a table that grows', async (sql) => {
    const [walk] = await walks(sql);
    expect(walk).toMatch(/^worker\/store\/some\.ts: (SCAN|SEARCH) /);
  });

  it.each([
    `SELECT key FROM journal WHERE state IN ('sent', 'confirmed') ORDER BY signed_at LIMIT 50`,
    'SELECT * FROM rounds WHERE round IN (SELECT value FROM json_each(?1))',
    'SELECT max(round) FROM rounds',
    'SELECT max(payout_slot) AS newest FROM rounds WHERE payout_slot IS NOT NULL',
    'SELECT key FROM alerts ORDER BY raised_at DESC LIMIT ?',
    'SELECT * FROM round_ends',
    'SELECT slot FROM checkpoints WHERE wallet = ?',
  ])('%s does not', async (sql) => {
    expect(await walks(sql)).toEqual([]);
  });

  it('is asked of the statements themselves, as the code prepares them', async () => {
    const sql = 'FROM journal j INDEXED BY journal_of_pool';
    await sinceCheckpoint(db, wallet(1), 0);
    expect([...watchPreparedStatements().known].filter((known) => known.includes(sql))).toHaveLength(1);
    // Statements that a test prepares are not checked.
    await db.prepare('SELECT count(*) FROM journal').all();
    expect(watchPreparedStatements().known).not.toContain('SELECT count(*) FROM journal');
  });
});
