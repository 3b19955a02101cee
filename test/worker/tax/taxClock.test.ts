import { beforeEach, expect, it } from 'vitest';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { configuredDatabase } from '../configuredDatabase.ts';
import { newCycle, wholeCycle } from '../wholeTaxCycle.ts';

const runbook = import.meta.glob<string>('../../../docs/runbook.md', { query: '?raw', import: 'default', eager: true });
const [, page = ''] = Object.values(runbook).join().split('### tax-clock\n');
/** By the database's own clock, which decides what is in the future. */
const NOW = Math.floor(Date.now() / 1000);
const [RIGHT, AHEAD] = [NOW - 600, NOW + 5 * 365 * 86_400];

let db: D1Database;
beforeEach(async () => {
  db = await configuredDatabase();
});

/** The page's command, as one transaction. */
async function command(): Promise<void> {
  const [, sql = ''] = /--command "([^"]+)"/.exec(page) ?? [];
  const statements = sql.split(';').filter((each) => each.trim() !== '');
  expect(statements).toHaveLength(5);
  await db.batch(statements.map((each) => db.prepare(each)));
}

const rows = async (sql: string) => (await db.prepare(sql).raw()).flat();
const journalRow = (key: string) =>
  db
    .prepare(
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at)
       VALUES (?1, 0, 'finalized', '', ?1, '', 1, 1, 1)`,
    )
    .bind(key)
    .run();

it('the runbook’s command gives cycles from a clock that was years ahead new numbers, with all their rows, and tax is collected again', async () => {
  const tax = createTaxStore(db, () => AHEAD * 1000);
  for (const id of [RIGHT, AHEAD, AHEAD + 120]) {
    await wholeCycle(tax, id);
    await journalRow(`tax:${id}:withdraw:0`);
  }
  await journalRow('payout:7');
  const steps = await rows('SELECT count(*) FROM tax_steps GROUP BY cycle');
  expect(await tax.start(newCycle(NOW))).toBe(false);

  await command();

  const ids = [RIGHT, RIGHT + 1, RIGHT + 121];
  expect(await rows('SELECT id FROM tax_cycles ORDER BY id')).toEqual(ids);
  expect(await rows('SELECT DISTINCT cycle FROM tax_steps ORDER BY cycle')).toEqual(ids);
  expect(await rows('SELECT count(*) FROM tax_steps GROUP BY cycle')).toEqual(steps);
  expect(await rows('SELECT DISTINCT cycle FROM tax_lines ORDER BY cycle')).toEqual(ids);
  expect(await rows('SELECT key FROM journal ORDER BY key')).toEqual([
    'payout:7',
    ...ids.map((id) => `tax:${id}:withdraw:0`),
  ]);
  expect(await tax.start(newCycle(NOW))).toBe(true);

  // A second time it finds nothing that is ahead.
  await command();
  expect(await rows('SELECT id FROM tax_cycles ORDER BY id')).toEqual([...ids, NOW]);
});
