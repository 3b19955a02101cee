import { beforeEach, describe, expect, it } from 'vitest';
import { transactionsAnswer } from '../../../src/contract/distribution.ts';
import { writeCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { packCycles, rowsToArchive, storeArchive } from '../../../worker/store/tax/taxArchives.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { taxPage } from '../../../worker/store/views/tax/taxPages.ts';
import { createArchiveTax } from '../../../worker/upkeep/tidyUp.ts';
import { ADMIN } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { adminClient } from '../adminClient.ts';
import { configuredDatabase } from '../configuredDatabase.ts';
import { wholeCycle } from '../wholeTaxCycle.ts';

const DAY_S = 86_400;
const POOLS = [wallet(1), wallet(2)];
/** 20 November 2026. */
const FIRST = 1_795_132_800;

let db: D1Database;
beforeEach(async () => {
  db = await configuredDatabase();
});

const journalRow = (key: string, state: string) =>
  db
    .prepare(
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at)
       VALUES (?1, 0, ?2, '', ?1, '', 1, 1, 1)`,
    )
    .bind(key, state)
    .run();
/** A whole cycle that began at a unix second, which is its id, with its journal. */
const cycleAt = async (second: number, state = 'finalized', payments: 'SUCCESS' | 'FAILED' = 'SUCCESS') => {
  await wholeCycle(
    createTaxStore(db, () => second * 1000),
    second,
    payments,
  );
  for (const step of ['harvest:0', 'withdraw:0', 'swap:0', 'distribute:0'])
    await journalRow(`tax:${second}:${step}`, state);
};
const archive = async (second: number, times = 3) => {
  const once = createArchiveTax({ db, pools: POOLS, now: () => second * 1000 });
  for (let i = 0; i < times; i++) await once();
};
const count = async (sql: string) => (await db.prepare(`SELECT count(*) AS n FROM ${sql}`).first<number>('n')) ?? -1;
const pages = () => Promise.all([taxPage(db, { filter: 'every', limit: 100, before: null }), shown('limit=100')]);
const shown = async (query: string) =>
  (await adminClient().read(transactionsAnswer, `/tax-distribution/transactions?${query}`)).data;

describe('tax cycles that ended 90 days ago', () => {
  it('are archived, and everything that is shown of them is what it was', async () => {
    for (const second of [FIRST, FIRST + 120, FIRST + 2 * DAY_S]) await cycleAt(second);
    await journalRow('payout:1', 'finalized');
    const before = await pages();
    await archive(FIRST + 91 * DAY_S);
    expect(await count('tax_archives')).toBe(1);
    expect(await count(`tax_lines WHERE cycle < ${FIRST + DAY_S}`)).toBe(0);
    // Rounds keep their rows for ever.
    expect(
      await db
        .prepare('SELECT key FROM journal ORDER BY key')
        .all<{ key: string }>()
        .then(({ results }) => results.length),
    ).toBe(5);
    expect(await count(`tax_steps WHERE cycle < ${FIRST + DAY_S}`)).toBe(0);
    const after = await pages();
    expect(after[0].map(({ archive: _, ...cycle }) => cycle)).toEqual(
      before[0].map(({ archive: _, ...cycle }) => cycle),
    );
    expect(after[1]).toEqual(before[1]);
  });

  it('from which nothing arrived are shown as failed and not as completed, as before', async () => {
    await cycleAt(FIRST, 'finalized', 'FAILED');
    for (const second of [FIRST + 120, FIRST + 2 * DAY_S]) await cycleAt(second);
    await archive(FIRST + 91 * DAY_S);
    expect(await count(`tax_lines WHERE cycle < ${FIRST + DAY_S}`)).toBe(0);
    const listed = async (status: string) => (await shown(`limit=100&status=${status}`)).map(({ id }) => id);
    expect(await listed('completed')).toEqual([`tax-${FIRST + 2 * DAY_S}`, `tax-${FIRST + 120}`]);
    expect(await listed('failed')).toEqual([`tax-${FIRST}`]);
  });

  it('are found by a label’s part, an address or a signature, newest first, as before', async () => {
    for (let i = 0; i < 60; i++) await cycleAt(FIRST + i * 120);
    await cycleAt(FIRST + 3 * DAY_S);
    await db
      .prepare(`UPDATE tax_steps SET signature = 'only-this' WHERE cycle = ? AND name = 'withdraw'`)
      .bind(FIRST + 240)
      .run();
    await db
      .prepare(`UPDATE tax_lines SET label = 'ÄRZTE' WHERE cycle = ? AND line = 1`)
      .bind(FIRST + 360)
      .run();
    const queries = [
      'search=Ärzte',
      'search=ärzte',
      'search=LOTTERY&limit=50',
      `search=${ADMIN.address}&limit=10&cursor=${FIRST + 30 * 120}`,
      'search=only-this',
      'search=only-this&status=failed',
      'search=s&from=2026-11-20&to=2026-11-20&limit=10',
      'search=nobody',
    ];
    const answers = async () => {
      const found: string[][] = [];
      for (const query of queries) found.push((await shown(query)).map(({ id }) => id));
      return found;
    };
    const before = await answers();
    expect(before.map((found) => found.length)).toEqual([1, 0, 50, 10, 1, 0, 10, 0]);
    await archive(FIRST + 200 * DAY_S);
    expect(await count('tax_archives')).toBe(2);
    expect(await answers()).toEqual(before);
  });

  it('stay as they are a day too early, and the newest ones whatever their age', async () => {
    for (const second of [FIRST, FIRST + 3_600]) await cycleAt(second);
    await archive(FIRST + 300 * DAY_S);
    expect(await count('tax_archives')).toBe(0);
    await cycleAt(FIRST + DAY_S + 60);
    await archive(FIRST + 90 * DAY_S - 1);
    expect(await count('tax_archives')).toBe(0);
    await archive(FIRST + 90 * DAY_S + 1);
    expect((await db.prepare('SELECT id FROM tax_cycles WHERE archive IS NOT NULL').all()).results).toEqual([
      { id: FIRST },
    ]);
  });

  it.each(['sent', 'confirmed'])('stay when a transaction of theirs is still %s', async (state) => {
    await cycleAt(FIRST, state);
    await cycleAt(FIRST + 2 * DAY_S);
    await archive(FIRST + 200 * DAY_S);
    expect(await count('tax_archives')).toBe(0);
    await db.prepare(`UPDATE journal SET state = 'finalized'`).run();
    await archive(FIRST + 200 * DAY_S);
    expect(await count('tax_archives')).toBe(1);
  });

  it.each([
    ['it is under way', `UPDATE tax_cycles SET state = 'distribute' WHERE id = ?`],
    ['a line is not paid', `UPDATE tax_lines SET status = 'pending' WHERE cycle = ? AND line = 1`],
    ['a step waits', `UPDATE tax_steps SET status = 'pending' WHERE cycle = ? AND name = 'withdraw'`],
    ['it is in no sum', 'UPDATE tax_cycles SET is_counted = 0 WHERE id = ?'],
  ])('let one stay while %s, and not the one after it', async (_, spoil) => {
    for (const second of [FIRST, FIRST + 120, FIRST + 3 * DAY_S]) await cycleAt(second);
    await db.prepare(spoil).bind(FIRST).run();
    await archive(FIRST + 200 * DAY_S);
    const archived = await db.prepare('SELECT id FROM tax_cycles WHERE archive IS NOT NULL').all();
    expect(archived.results).toEqual([{ id: FIRST + 120 }]);
    expect(await count(`tax_lines WHERE cycle = ${FIRST}`)).toBe(2);
  });

  it('stay while they are younger than the checkpoint from which outflows are looked up', async () => {
    await cycleAt(FIRST);
    await cycleAt(FIRST + 2 * DAY_S);
    await writeCheckpoint(db, { wallet: wallet(1), slot: 1, takenAt: (FIRST - 60) * 1000, lamports: 1n });
    await archive(FIRST + 200 * DAY_S);
    expect(await count('tax_archives')).toBe(0);
    // Outflows of an old pool wallet may still be looked up. A wallet that is not used any more keeps no rows back.
    await writeCheckpoint(db, { wallet: wallet(2), slot: 2, takenAt: (FIRST + 199 * DAY_S) * 1000, lamports: 1n });
    await writeCheckpoint(db, { wallet: wallet(3), slot: 2, takenAt: FIRST - 60, lamports: 1n });
    await archive(FIRST + 200 * DAY_S);
    expect(await count('tax_archives')).toBe(0);
    await writeCheckpoint(db, { wallet: wallet(1), slot: 2, takenAt: (FIRST + 199 * DAY_S) * 1000, lamports: 1n });
    await archive(FIRST + 200 * DAY_S);
    expect(await count('tax_archives')).toBe(1);
  });

  it('of the largest kind are archived some at a time, in rows that D1 takes', async () => {
    const [RECEIVERS, HARVESTS, PARTS, ATTEMPTS] = [200, 40, 14, 3];
    const cycles = Array.from({ length: 50 }, (_, i) => FIRST + i * 120);
    for (const cycle of [...cycles, FIRST + 3 * DAY_S]) await cycleAt(cycle);
    // Signatures, blockhashes and wallets are random, as on chain, because random data cannot be compressed.
    const random = `lower(hex(randomblob(32))) || hex(randomblob(12))`;
    const upTo = (most: number) =>
      `(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${most}) SELECT i FROM n)`;
    await db.batch([
      db.prepare(`DELETE FROM tax_lines WHERE cycle < ${FIRST + DAY_S}`),
      db.prepare(`INSERT INTO tax_lines (cycle, line, part, wallet_id, label, address, amount, basis_points, status)
        SELECT c.id, i, i / 15, 'wallet-' || i, 'A label of a receiver ' || i, hex(randomblob(22)), abs(random()), 50, 'SUCCESS'
        FROM tax_cycles c, ${upTo(RECEIVERS)} WHERE c.id < ${FIRST + DAY_S}`),
      ...(['harvest', 'distribute'] as const).flatMap((name) => [
        db.prepare(`INSERT INTO tax_steps (cycle, name, part, status, amount, currency, signature, fee)
          SELECT c.id, '${name}', 10 + i, 'final', abs(random()), 'GOD', ${random}, '5000'
          FROM tax_cycles c, ${upTo(name === 'harvest' ? HARVESTS : PARTS)} WHERE c.id < ${FIRST + DAY_S}`),
        db.prepare(`INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, proof)
          SELECT 'tax:' || c.id || ':${name}:' || (10 + p.i), a.i, 'expired', '', ${random}, hex(randomblob(22)), 300000000 + abs(random() % 1000000),
            300000000 + abs(random() % 1000000), c.id * 1000, 'expired: finalized block height ' || abs(random() % 1000000000)
          FROM tax_cycles c, ${upTo(name === 'harvest' ? HARVESTS : PARTS)} p, ${upTo(ATTEMPTS)} a WHERE c.id < ${FIRST + DAY_S}`),
      ]),
    ]);
    const whole = await packCycles(cycles, await rowsToArchive(db, cycles));
    expect(whole.cycles.length).toBeLessThan(50);
    const before = (await pages())[0];
    await archive(FIRST + 200 * DAY_S, 1);
    expect(await count('tax_archives')).toBe(1);
    expect(await count('tax_cycles WHERE archive IS NOT NULL')).toBe(whole.cycles.length);
    await archive(FIRST + 200 * DAY_S, 8);
    expect(await count('tax_cycles WHERE archive IS NOT NULL')).toBe(50);
    expect(await count('tax_archives WHERE length(body) > 1000000')).toBe(0);
    expect((await pages())[0].map(({ archive: _, ...cycle }) => cycle)).toEqual(
      before.map(({ archive: _, ...cycle }) => cycle),
    );
  });

  it('are archived by one of two writers, fifty at a time, and lose nothing when a row was added meanwhile', async () => {
    for (let i = 0; i < 52; i++) await cycleAt(FIRST + i * 120);
    await cycleAt(FIRST + 3 * DAY_S);
    const cycles = [FIRST, FIRST + 120];
    const contents = await rowsToArchive(db, cycles);
    await journalRow(`tax:${FIRST}:harvest:7`, 'finalized');
    await storeArchive({ db, at: 1 }, await packCycles(cycles, contents));
    expect(await count('tax_archives')).toBe(0);
    expect(await count(`journal WHERE key LIKE 'tax:${FIRST}:%'`)).toBe(5);
    const before = await pages();
    const now = () => (FIRST + 200 * DAY_S) * 1000;
    await Promise.allSettled([
      createArchiveTax({ db, pools: POOLS, now })(),
      createArchiveTax({ db, pools: POOLS, now })(),
    ]);
    await archive(FIRST + 200 * DAY_S);
    expect((await db.prepare('SELECT archive, count(*) AS n FROM tax_cycles GROUP BY archive').all()).results).toEqual([
      { archive: null, n: 1 },
      { archive: FIRST, n: 50 },
      { archive: FIRST + 50 * 120, n: 2 },
    ]);
    expect((await pages())[1]).toEqual(before[1]);
  });
});
