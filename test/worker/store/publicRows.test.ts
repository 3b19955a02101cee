import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { createReadPublicState } from '../../../worker/answers/state/publicState.ts';
import { countStatements } from '../../../worker/store/rounds/countWinners.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createCountFairness } from '../../../worker/upkeep/countFairness.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { freshWorker } from '../freshWorker.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { type AskedStatement, watchedDatabase } from '../watchedDatabase.ts';

/** A wallet that never won. */
const stranger = (which: number) => addressOf(new Uint8Array(32).fill(200 + which));
const endOf = (round: number) => 1_700_000_000 + round * 3_600;

/** A database in which round 1 was paid as the product pays it. */
async function oneRound(): Promise<D1Database> {
  const db = await emptyDatabase();
  const rounds = createRoundStore(db, () => 0);
  await rounds.insertLock(lockOf(1, DOCUMENTS, endOf(1)), DOCUMENTS, 'lock-1');
  await rounds.commit(1, { ...COMMITMENT, final: true });
  await rounds.draw(1, BEACON_1000, WINNERS_1000);
  await rounds.pay(1, 'payout-1', 311_222_500);
  await createCountFairness({ db, now: () => 0 })();
  return db;
}

const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)';

/** Copies of round 1, and tax cycles of as many days, from one number to another. */
async function copy(db: D1Database, from: number, to: number): Promise<void> {
  const { results } = await db.prepare(`SELECT name FROM pragma_table_info('rounds')`).all<{ name: string }>();
  const columns = results.map(({ name }) => name).filter((name) => !['round', 'counted', 'ends_at'].includes(name));
  const fill = (sql: string) => db.prepare(`${NUMBERS} ${sql}`).bind(from, to);
  await db.batch([
    fill(`INSERT INTO rounds (round, ends_at, ${columns}) SELECT n.i, ends_at + 3600 * (n.i - 1), ${columns}
      FROM n, rounds WHERE rounds.round = 1`),
    fill(`INSERT INTO winners (round, place, address, lamports)
      SELECT n.i, place, address, lamports FROM n, winners WHERE winners.round = 1`),
    fill(`INSERT INTO round_documents (round, kind, part, body)
      SELECT n.i, kind, part, body FROM n, round_documents d WHERE d.round = 1`),
    fill(`INSERT INTO tax_cycles (id, slot, state, currency, withheld, in_mint, unsold, total, started_at, state_since)
      SELECT n.i, 1, 'done', 'SOL', '1', '0', '0', '1', 0, 0 FROM n`),
    fill(`INSERT INTO tax_steps (cycle, name, part, status, amount, currency)
      SELECT n.i, 'harvest', 0, 'final', '1', 'GOD' FROM n`),
    fill(`INSERT INTO tax_lines (cycle, line, part, wallet_id, label, address, amount, basis_points, status)
      SELECT n.i, 0, 0, 'w', 'w', 'w', '1', 10000, 'SUCCESS' FROM n`),
    fill(`INSERT INTO tax_days SELECT date(n.i * 86400, 'unixepoch'), 1, '1', '1', '1', '1', '1', '1', '1' FROM n`),
    ...countStatements(db),
  ]);
}

const standing = {
  ...{ amount: '0', frozen: '0', isEligible: false, excluded: null, rank: null, eligible: 0, readAt: 0 },
  threshold: '100000000000',
};
/** A rounds' object that knows every wallet's standing but no state, so that lists come from the database. */
const ROUNDS = {
  getByName: () => ({
    wallet: async () => standing,
    publicState: async () => Promise.reject(new Error('no state here')),
  }),
};

/** How many rows a statement reads, and how it finds them. */
async function costOf(db: D1Database, { sql, values }: AskedStatement): Promise<{ rows: number; plan: string }> {
  const plan = await db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  const { meta } = await db
    .prepare(sql)
    .bind(...values)
    .all();
  return { rows: meta.rows_read, plan: plan.results.map(({ detail }) => detail).join('\n') };
}

/** A walk over a whole table or index. Lists that the statement itself contains do not count. */
const SCAN = /^SCAN (?!json_each|value\b|\(subquery)/m;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('what a visitor asks', () => {
  it.each([
    ['/api/lottery/rounds?limit=100', 1_400],
    ['/api/lottery/rounds?limit=20&cursor=30', 300],
    ['/api/lottery/rounds?limit=20&state=paid', 300],
    ['/api/lottery/rounds?limit=20&state=held', 5],
    ['/api/lottery/rounds?limit=20&state=rolled-over&cursor=30', 5],
    [`/api/lottery/rounds?limit=20&address=${wallet(5)}`, 400],
    [`/api/lottery/rounds?limit=20&address=${stranger(1)}&state=paid`, 5],
    [`/api/lottery/rounds?limit=20&date=${new Date(endOf(30) * 1000).toISOString().slice(0, 10)}`, 400],
    ['/api/lottery/rounds/30', 20],
    ['/api/lottery/rounds/30/proof', 20],
    ['/api/lottery/winners?limit=100', 500],
    ['/api/lottery/winners?limit=20&cursor=30-2', 100],
    [`/api/lottery/winners?limit=20&address=${wallet(5)}`, 100],
    [`/api/lottery/winners?address=${stranger(1)}`, 5],
    [`/api/lottery/wallets/${wallet(5)}`, 250],
    [`/api/lottery/wallets/${stranger(1)}`, 0],
    [`/wallet/${stranger(2)}`, 0],
    // 200 rows of cycles, and one that says whether the tax is paused.
    ['/api/lottery/tax', 201],
    ['/api/lottery/fairness', 1],
  ])('at %s reads at most %i rows, by an index, however long the lottery runs', async (path, most) => {
    const db = await oneRound();
    const read: number[] = [];
    for (const [from, to] of [
      [2, 300],
      [301, 900],
    ] as const) {
      await copy(db, from, to);
      const { DB, asked } = watchedDatabase();
      expect((await freshWorker({ DB, ROUNDS }).ask(path)).status).toBe(200);
      const costs = await Promise.all(asked.map((statement) => costOf(db, statement)));
      expect(costs.length).toBeGreaterThan(0);
      for (const { plan } of costs) expect(plan).not.toMatch(SCAN);
      read.push(costs.reduce((sum, { rows }) => sum + rows, 0));
      // An isolate keeps the check of a wallet, so the second measurement asks for another wallet.
      path = path.replace(`/wallets/${stranger(1)}`, `/wallets/${stranger(3)}`).replace(stranger(2), stranger(4));
      path = path.replace(`/wallets/${wallet(5)}`, `/wallets/${wallet(6)}`);
    }
    expect(read[1]).toBe(read[0]);
    expect(read[0]).toBeLessThanOrEqual(most);
  });

  it('of the public state, which the object reads after every step, costs as few rows', async () => {
    const db = await oneRound();
    await copy(db, 2, 900);
    const { DB, asked } = watchedDatabase();
    const now = () => endOf(900) * 1000;
    const read = createReadPublicState({
      db: DB,
      documentsOf: async () => null,
      closedRounds: () => 900,
      now,
      recentWinners: 5,
    });
    expect((await read()).recentWinners).toHaveLength(5);
    expect(await read()).toMatchObject({ totalWinners: 2700, distributedLamports: `${900n * 2_469_135_780n}` });
    for (const statement of asked) expect((await costOf(db, statement)).rows).toBeLessThanOrEqual(100);
  });

  it('may be answered by any copy of the database; requests of an operator go to the database itself', async () => {
    await oneRound();
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new TypeError('no nodes here')));
    const { DB, asked, sessions } = watchedDatabase();
    const { ask } = freshWorker({ DB, ROUNDS });
    for (const path of ['rounds', 'rounds/1', 'rounds/1/proof', 'winners', `wallets/${stranger(5)}`, 'tax'])
      expect((await ask(`/api/lottery/${path}`)).status).toBe(200);
    expect((await ask(`/wallet/${stranger(6)}`)).status).toBe(200);
    expect(new Set(asked.map(({ at }) => at))).toEqual(new Set(['copy']));
    expect(new Set(sessions)).toEqual(new Set(['first-unconstrained']));
    asked.length = 0;
    const headers = { 'x-admin-key': 'let me in' };
    for (const path of ['operations', 'tax-distribution/config', 'tax-distribution/transactions'])
      expect((await ask(`/api/admin/${path}`, { headers })).status).toBe(200);
    expect(new Set(asked.map(({ at }) => at))).toEqual(new Set(['primary']));
    vi.restoreAllMocks();
  });
});

describe('a round and its winners', () => {
  it.each(['rounds', 'rounds/1'])(
    'at %s are one view: a copy that lags never shows a payment without them',
    async (path) => {
      await oneRound();
      const session = env.DB.withSession();
      const apart = async () => Promise.reject(new Error('read apart'));
      const DB = {
        withSession: () => ({
          prepare: (sql: string) => Object.assign(session.prepare(sql), { first: apart, all: apart, run: apart }),
          batch: session.batch.bind(session),
        }),
      };
      expect((await freshWorker({ DB, ROUNDS }).ask(`/api/lottery/${path}`)).status).toBe(200);
    },
  );
});

describe('the totals', () => {
  const totals = async () =>
    (await env.DB.prepare('SELECT * FROM winner_totals ORDER BY winners DESC, address').all()).results;

  it('count a draw and a payment once, however often they are told', async () => {
    const db = await oneRound();
    const before = await totals();
    expect(before).toEqual([
      { address: 'all', winners: 3, distributed: '2469135780' },
      ...WINNERS_1000.map(({ address, lamports }) => ({ address, winners: 1, distributed: `${lamports}` })).sort(
        (a, b) => (a.address < b.address ? -1 : 1),
      ),
    ]);
    const rounds = createRoundStore(db, () => 0);
    await rounds.draw(1, BEACON_1000, WINNERS_1000);
    await rounds.pay(1, 'payout-1', 311_222_500);
    await Promise.all([db.batch(countStatements(db)), db.batch(countStatements(db))]);
    expect(await totals()).toEqual(before);
  });

  it('have the winners of a drawn round at once, its prizes when it is paid', async () => {
    const db = await oneRound();
    const rounds = createRoundStore(db, () => 0);
    await rounds.insertLock(lockOf(2, DOCUMENTS, endOf(2)), DOCUMENTS, 'lock-2');
    await rounds.commit(2, { ...COMMITMENT, final: true });
    await rounds.draw(2, BEACON_1000, WINNERS_1000);
    expect((await totals())[0]).toEqual({ address: 'all', winners: 6, distributed: '2469135780' });
    await rounds.pay(2, 'payout-2', 311_222_501);
    expect((await totals())[0]).toEqual({ address: 'all', winners: 6, distributed: '4938271560' });
    expect((await totals())[1]).toMatchObject({ winners: 2 });
  });

  it('include rounds that an earlier version without totals drew and paid, and find new ones without a scan', async () => {
    const db = await oneRound();
    await copy(db, 2, 300);
    const before = (await totals())[0];
    await db.batch([
      db.prepare('DELETE FROM winner_totals'),
      db.prepare('UPDATE rounds SET counted = 0'),
      ...countStatements(db),
    ]);
    expect((await totals())[0]).toEqual(before);
    const { DB, asked } = watchedDatabase();
    countStatements(DB);
    for (const statement of asked) expect((await costOf(db, statement)).rows).toBeLessThanOrEqual(10);
  });
});
