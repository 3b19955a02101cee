import { beforeEach, describe, expect, it } from 'vitest';
import { statementAnswer } from '../../../src/contract/statement.ts';
import { ANOTHER_IS_FINAL } from '../../../worker/store/rows/states.ts';
import { createArchiveTax } from '../../../worker/upkeep/tidyUp.ts';
import { adminClient } from '../adminClient.ts';
import { ADMIN_KEY } from '../completeSettings.ts';
import { freshWorker } from '../freshWorker.ts';
import {
  DECEMBER,
  feeAt,
  journalled,
  monthDatabase,
  NOVEMBER,
  noted,
  OPENING,
  POOL,
  POOL_SHARE,
  PRICES,
  PRIZES,
  paidCycle,
  paidRound,
  RENT,
} from '../monthOfMoney.ts';

let db: D1Database;
beforeEach(async () => {
  db = await monthDatabase();
});

const HOUR = 3_600;
const [LOW, HIGH, LEAST] = PRICES;
const fileOf = (month: string) =>
  freshWorker().ask(`/api/admin/statements/${month}.csv`, { headers: { 'x-admin-key': ADMIN_KEY } });
const read = async (month: string) => (await adminClient().read(statementAnswer, `/statements/${month}`)).data;
const onlyPool = async (month: string) => {
  const [pool, ...others] = (await read(month)).pools;
  expect(others).toEqual([]);
  if (pool === undefined) throw new Error(`${month} has no pool`);
  return pool;
};

/** A round with its commitment and its payment on chain, in the slots before `slot` and in it. */
async function wholeRound(round: number, endsAt: number, slot: number): Promise<string> {
  await journalled(db, { key: `commit:${round}`, price: LOW, slot: slot - 50 });
  const signature = await journalled(db, { key: `payout:${round}`, price: HIGH, slot });
  await paidRound(db, { round, endsAt, slot, signature });
  return signature;
}
const ROUND_COSTS = PRIZES + feeAt(LOW) + feeAt(HIGH) + 2n * RENT;

/** November: two rounds, two cycles, an attempt that failed on chain, and 777 lamports of a stranger. */
async function november(): Promise<bigint> {
  // Paid after midnight, but before the month's first balance: it belongs to October.
  await wholeRound(1, NOVEMBER, 900);
  await noted(db, NOVEMBER + 90, 1_000, OPENING);
  await wholeRound(2, NOVEMBER + HOUR, 2_000);
  await journalled(db, {
    key: 'payout:3',
    price: LEAST,
    slot: 2_900,
    state: 'failed',
    proof: '{"InstructionError":[0]}',
  });
  // One of two simultaneous attempts lands; the other never was on chain.
  await journalled(db, {
    key: 'payout:3',
    attempt: 1,
    price: LOW,
    slot: 2_950,
    state: 'failed',
    proof: ANOTHER_IS_FINAL,
  });
  await journalled(db, { key: 'commit:3', price: LOW, slot: 2_800 });
  const third = await journalled(db, { key: 'payout:3', attempt: 2, price: HIGH, slot: 3_000 });
  await paidRound(db, { round: 3, endsAt: NOVEMBER + 2 * HOUR, slot: 3_000, signature: third });
  await paidCycle(db, NOVEMBER + 120, 1_500);
  await paidCycle(db, NOVEMBER + 240, 8_000);
  return OPENING - 2n * ROUND_COSTS - feeAt(LEAST) + 2n * POOL_SHARE + 777n;
}

describe('the statement of a month', () => {
  it('adds up from the opening to the closing balance, to the lamport, from stored data alone', async () => {
    const closing = await november();
    await noted(db, DECEMBER + 70, 9_000, closing);
    // Everything later belongs to December.
    await wholeRound(4, DECEMBER + HOUR, 9_500);
    await paidCycle(db, DECEMBER + 120, 9_400);
    const { pools, isOver, earliest, receivers, tax } = await read('2026-11');
    expect({ isOver, earliest }).toEqual({ isOver: true, earliest: '2026-11' });
    expect(pools).toEqual([
      {
        address: POOL,
        opening: { at: '2026-11-01T00:01:30.000Z', slot: 1_000, lamports: `${OPENING}` },
        closing: { at: '2026-12-01T00:01:10.000Z', slot: 9_000, lamports: `${closing}` },
        taxLamports: `${2n * POOL_SHARE}`,
        prizesLamports: `${2n * PRIZES}`,
        feesLamports: `${2n * feeAt(LOW) + 2n * feeAt(HIGH) + feeAt(LEAST)}`,
        marksLamports: `${4n * RENT}`,
        otherLamports: '777',
        ...{ rounds: 2, transactions: 5, outflows: 0 },
      },
    ]);
    expect(receivers.map(({ lamports }) => lamports)).toEqual(['28000', '12000']);
    expect(tax).toMatchObject({ from: '2026-11-01', to: '2026-11-30', cycles: 2, distributedLamports: '40000' });
    const december = await onlyPool('2026-12');
    expect(december.opening.lamports).toBe(`${closing}`);
    expect(december).toMatchObject({ rounds: 0, prizesLamports: '0', taxLamports: '0' });
  });

  it('of a month without a balance has its tax and who was paid, by the cycles that began in it', async () => {
    await paidCycle(db, NOVEMBER - 60, 500);
    await paidCycle(db, NOVEMBER + 120, 1_500);
    await paidCycle(db, NOVEMBER + 240, null);
    await paidCycle(db, DECEMBER, 9_000);
    const { pools, earliest, receivers, tax } = await read('2026-11');
    expect({ pools, earliest }).toEqual({ pools: [], earliest: '2026-10' });
    expect(receivers.map(({ lamports }) => lamports)).toEqual(['28000', '12000']);
    expect(tax).toMatchObject({ cycles: 2, distributedLamports: '40000' });
    const { text } = await fileOf('2026-11');
    expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['line', 'tax receiver', 'tax receiver', '']);
    // The same from an archive.
    await createArchiveTax({ db, pools: [POOL], now: () => (DECEMBER + 200 * 86_400) * 1000 })();
    expect((await read('2026-11')).receivers).toEqual(receivers);
    expect(await db.prepare('SELECT count(*) AS n FROM tax_lines WHERE cycle < ?').bind(DECEMBER).first('n')).toBe(0);
  });

  it('has the same prizes, tax lines and fees as sums in SQL over the tables', async () => {
    const closing = await november();
    await noted(db, DECEMBER + 70, 9_000, closing);
    const pool = await onlyPool('2026-11');
    const sum = async (sql: string) => BigInt((await db.prepare(sql).first<number>('n')) ?? -1);
    expect(BigInt(pool.prizesLamports)).toBe(
      await sum('SELECT sum(CAST(lamports AS INTEGER)) AS n FROM winners WHERE round IN (2, 3)'),
    );
    expect(BigInt(pool.taxLamports)).toBe(
      await sum(`SELECT sum(CAST(amount AS INTEGER)) AS n FROM tax_lines WHERE address = '${POOL}'`),
    );
    const figures = ['taxLamports', 'otherLamports', 'prizesLamports', 'feesLamports', 'marksLamports'] as const;
    const [taxed = 0n, other = 0n, ...out] = figures.map((name) => BigInt(pool[name]));
    const opened = BigInt(pool.opening.lamports);
    expect(opened + taxed + other - out.reduce((all, one) => all + one, 0n)).toBe(closing);
  });

  it('shows as "other" what left the pool without the journal, and counts the outflows of this wallet that were found', async () => {
    const closing = (await november()) - 5_000_000n;
    await noted(db, DECEMBER + 70, 9_000, closing);
    await db
      .prepare(
        `INSERT INTO outflows (signature, wallets, found_at)
         SELECT value ->> 0, value -> 1, ?2 FROM json_each(?1) UNION ALL SELECT 'nameless', NULL, ?2`,
      )
      .bind(
        JSON.stringify([
          ['theft', [POOL]],
          ['both', [POOL, 'another pool wallet']],
          ['another', ['another pool wallet']],
        ]),
        (NOVEMBER + HOUR) * 1000,
      )
      .run();
    expect(await onlyPool('2026-11')).toMatchObject({ otherLamports: `${777 - 5_000_000}`, outflows: 2 });
    await db.exec(`UPDATE outflows SET round = (SELECT min(round) FROM rounds) WHERE signature = 'nameless'`);
    expect(await onlyPool('2026-11')).toMatchObject({ outflows: 3 });
  });

  it('does not change when cycles are archived; a payment that the journal has lost belongs to its cycle’s month', async () => {
    const closing = await november();
    await paidCycle(db, NOVEMBER + 360, null);
    await noted(db, DECEMBER + 70, 9_000, closing);
    const before = await read('2026-11');
    expect(before.pools[0]?.taxLamports).toBe(`${3n * POOL_SHARE}`);
    await noted(db, DECEMBER + 200 * 86_400, 9_900, closing);
    await paidCycle(db, DECEMBER + 199 * 86_400, 9_800);
    await createArchiveTax({ db, pools: [POOL], now: () => (DECEMBER + 200 * 86_400) * 1000 })();
    expect(await db.prepare('SELECT count(*) AS n FROM tax_archives').first('n')).toBe(1);
    expect(await db.prepare('SELECT count(*) AS n FROM tax_lines WHERE cycle < ?').bind(DECEMBER).first('n')).toBe(0);
    expect(await read('2026-11')).toEqual(before);
  });

  it('runs up to the newest checkpoint while the month is not over, and there is none without a balance', async () => {
    expect(await read('2026-11')).toMatchObject({ pools: [], receivers: [], isOver: false, earliest: null });
    await noted(db, NOVEMBER + 90, 1_000, OPENING);
    await noted(db, NOVEMBER + 150, 1_200, OPENING + 5n);
    const { isOver, pools } = await read('2026-11');
    expect(isOver).toBe(false);
    expect(pools[0]).toMatchObject({ opening: { slot: 1_000 }, closing: { slot: 1_200 }, otherLamports: '5' });
    expect((await read('2026-10')).pools).toEqual([]);
  });

  it('as a file has every prize, and its lines add up to the closing balance', async () => {
    const closing = await november();
    await noted(db, DECEMBER + 70, 9_000, closing);
    await db.prepare(`UPDATE tax_lines SET label = '=Lottery, "Pool"' WHERE address = ?`).bind(POOL).run();
    const { response, text } = await fileOf('2026-11');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="statement-2026-11.csv"');
    const lines = text.split('\r\n').slice(1, -1);
    const amountOf = (line: string) => BigInt(line.split(',').at(-3) ?? '');
    const of = (kind: string) => lines.filter((line) => line.startsWith(`${kind},`));
    expect(of('prize')).toHaveLength(6);
    expect(of('prize')[0]).toMatch(/^prize,2026-11-01T01:00:00.000Z,\w+,"place 1",2,-1728395046,-1.728395046,\w{80,}$/);
    const moved = ['opening', 'tax', 'prize', 'fees', 'marks', 'other'].flatMap(of);
    expect(moved.map(amountOf).reduce((sum, one) => sum + one, 0n)).toBe(amountOf(of('closing')[0] ?? ''));
    // A spreadsheet must not run a label as a formula.
    expect(of('tax receiver')[0]).toContain(`"'=Lottery, ""Pool"""`);
  });

  it('names a receiver as it was named last, also where its cycles are archived', async () => {
    await noted(db, NOVEMBER + 90, 1_000, OPENING);
    for (const [cycle, slot, label] of [
      [NOVEMBER + 120, 1_500, 'Zeta'],
      [NOVEMBER + 240, 1_600, 'Alpha'],
    ] as const) {
      await paidCycle(db, cycle, slot);
      await db.prepare('UPDATE tax_lines SET label = ? WHERE cycle = ? AND address = ?').bind(label, cycle, POOL).run();
    }
    await noted(db, DECEMBER + 70, 9_000, OPENING);
    const label = async () => (await read('2026-11')).receivers.find(({ address }) => address === POOL)?.label;
    expect(await label()).toBe('Alpha');
    await noted(db, DECEMBER + 200 * 86_400, 9_900, OPENING);
    await paidCycle(db, DECEMBER + 199 * 86_400, 9_800);
    await createArchiveTax({ db, pools: [POOL], now: () => (DECEMBER + 200 * 86_400) * 1000 })();
    expect(await db.prepare('SELECT count(*) AS n FROM tax_lines WHERE cycle < ?').bind(DECEMBER).first('n')).toBe(0);
    expect(await label()).toBe('Alpha');
  });

  it('is given with every key and refused without one; a wrong month is refused with a sentence', async () => {
    expect((await adminClient().ask('/statements/2026-11', { key: null })).status).toBe(401);
    // The test sends a key that may only read. A lottery needs another key beside it.
    const sha256 = '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2';
    const readOnly = JSON.stringify({ looker: { sha256, roles: ['read'] }, ops: sha256.replace('9', 'a') });
    for (const path of ['/statements/2026-11', '/overview', '/rounds', '/search?q=1'])
      expect((await adminClient({ ADMIN_KEYS: readOnly }).ask(path)).status).toBe(200);
    const { status, json } = await adminClient().ask('/statements/2026-13');
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: 'month: must be a month such as 2026-11, or 2026-11.csv' });
  });
});

describe('what the pool held when a month began', () => {
  it('is kept for ever: the first balance of each month, of each wallet', async () => {
    await noted(db, NOVEMBER - 60, 10, 1n);
    await noted(db, NOVEMBER + 60, 20, 2n);
    await noted(db, NOVEMBER + 120, 30, 3n);
    await noted(db, DECEMBER, 40, 4n);
    const { results } = await db.prepare('SELECT month, slot, lamports FROM month_balances ORDER BY month').all();
    expect(results).toEqual([
      { month: '2026-10', slot: 10, lamports: '1' },
      { month: '2026-11', slot: 20, lamports: '2' },
      { month: '2026-12', slot: 40, lamports: '4' },
    ]);
  });
});
