import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { transactionsAnswer } from '../../src/contract/distribution.ts';
import { taxReport } from '../../src/contract/tax.ts';
import { planDistribution } from '../../src/tax/planDistribution.ts';
import { createTaxStore } from '../../worker/store/taxCycles.ts';
import { ADMIN, POOL } from '../domain/distributionWallets.ts';
import { adminClient } from './adminClient.ts';
import { emptyDatabase } from './database.ts';
import { freshWorker } from './freshWorker.ts';

const NOW = 1_790_000_000_000;
const DAY_MS = 86_400_000;

let db: D1Database;
let clock = NOW;
beforeEach(async () => {
  db = await emptyDatabase();
  clock = NOW;
  await db
    .prepare(
      `INSERT INTO distribution_versions (config_id, version, change_id, wallets, made_at, made_by)
       VALUES ('tax-distribution', ?, 'a change', ?, 0, 'ops')`,
    )
    .bind(CONFIG.version, JSON.stringify(CONFIG.wallets))
    .run();
});
const store = () => createTaxStore(db, () => clock);

const CONFIG = { version: 4, wallets: [POOL, ADMIN] };
const newCycle = (id: number) => ({
  ...{ id, currency: 'SOL' as const, configVersion: CONFIG.version },
  ...{ withheld: 5_000_000_000n, inMint: 0n, unsold: 1_000_000n },
  harvests: [
    { amount: 3_000_000_000n, accounts: ['a', 'b'] },
    { amount: 2_000_000_000n, accounts: ['c'] },
  ],
});
const PLAN = {
  ...planDistribution({
    ...{ currency: 'SOL', proceeds: 50_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
    wallets: CONFIG.wallets,
  }),
  ...{ currency: 'SOL' as const, carriedIn: 0n, unpayable: new Set<number>() },
};

/** A cycle that has gone all the way. */
async function wholeCycle(id: number): Promise<void> {
  const tax = store();
  await tax.start(newCycle(id));
  for (const part of [0, 1])
    await tax.settleStep(
      { cycle: id, name: 'harvest', part },
      { status: 'confirmed', signature: `h${part}`, fee: 5_000n },
    );
  await tax.move(id, 'harvest', 'withdraw');
  await tax.addStep({ cycle: id, name: 'withdraw', part: 0, amount: 5_000_000_000n, currency: 'GOD' });
  await tax.settleStep({ cycle: id, name: 'withdraw', part: 0 }, { status: 'confirmed', signature: 'w', fee: 10_000n });
  await tax.move(id, 'withdraw', 'swap');
  await tax.addStep({ cycle: id, name: 'swap', part: 0, amount: 5_001_000_000n, currency: 'GOD' });
  await tax.settleStep({ cycle: id, name: 'swap', part: 0 }, { status: 'final', signature: 's', fee: 5_000n });
  await tax.swapped(id, { sold: 5_001_000_000n, proceeds: 50_000n });
  await tax.plan(id, PLAN);
  await tax.settleStep(
    { cycle: id, name: 'distribute', part: 0 },
    { status: 'final', signature: 'd', fee: 5_000n },
    'SUCCESS',
  );
  await tax.finish(id, { fees: 30_000n, carriedOut: 0n });
}

describe('the tax cycles in D1', () => {
  it('let one cycle begin, however many ask at once, and keep its harvest and its configuration', async () => {
    const started = await Promise.all([1, 2, 3, 4, 5].map((id) => store().start(newCycle(id))));
    expect(started.filter(Boolean)).toHaveLength(1);
    const cycle = await store().inFlight();
    expect(cycle).toMatchObject({ state: 'harvest', config: CONFIG, withheld: 5_000_000_000n, unsold: 1_000_000n });
    const steps = await store().steps(cycle?.id ?? 0);
    expect(steps.map(({ name, part, amount, accounts }) => [name, part, amount, accounts])).toEqual([
      ['harvest', 0, 3_000_000_000n, ['a', 'b']],
      ['harvest', 1, 2_000_000_000n, ['c']],
    ]);
  });

  it('keep a cycle and its harvest together also when the clock moves between two statements', async () => {
    const moving = createTaxStore(db, () => clock++);
    expect(await moving.start(newCycle(7))).toBe(true);
    expect(await moving.steps(7, 'harvest')).toHaveLength(2);
  });

  it('give an id to one cycle only', async () => {
    await store().start(newCycle(1));
    await store().fail(1, 'harvest', { reason: 'nothing-collected', fees: 1n, carriedOut: 0n });
    expect(await store().start(newCycle(1))).toBe(false);
    expect((await store().get(1))?.state).toBe('failed');
  });

  it('move from the state they are in and from no other', async () => {
    const tax = store();
    await tax.start(newCycle(1));
    expect(await tax.move(1, 'withdraw', 'swap')).toBe(false);
    expect(await tax.swapped(1, { sold: 1n, proceeds: 1n })).toBe(false);
    expect(await tax.plan(1, PLAN)).toBe(false);
    expect(await tax.finish(1, { fees: 0n, carriedOut: 0n })).toBe(false);
    expect(await tax.lines(1)).toEqual([]);
    expect((await tax.get(1))?.state).toBe('harvest');
    expect(await tax.move(1, 'harvest', 'withdraw')).toBe(true);
    expect(await tax.move(1, 'harvest', 'withdraw')).toBe(false);
  });

  it('keep the first plan, whoever comes with another', async () => {
    const tax = store();
    await tax.start(newCycle(1));
    await tax.move(1, 'harvest', 'withdraw');
    await tax.move(1, 'withdraw', 'distribute');
    expect(await tax.plan(1, PLAN)).toBe(true);
    const other = planDistribution({
      ...{ currency: 'SOL', proceeds: 90_000n, carriedIn: 0n, feesPaid: 0n, feePerPart: 5_000n },
      wallets: CONFIG.wallets,
    });
    expect(await tax.plan(1, { ...PLAN, ...other })).toBe(false);
    expect((await tax.lines(1)).map((line) => line.amount)).toEqual([14_000n, 6_000n]);
    expect((await tax.get(1))?.total).toBe(20_000n);
  });

  it('never undo what is final', async () => {
    await wholeCycle(1);
    await store().settleStep(
      { cycle: 1, name: 'distribute', part: 0 },
      { status: 'failed', signature: 'x', fee: 1n },
      'FAILED',
    );
    expect((await store().lines(1)).map((line) => [line.status, line.signature])).toEqual([
      ['SUCCESS', 'd'],
      ['SUCCESS', 'd'],
    ]);
  });

  it('give each line of a part that failed a part of its own', async () => {
    const tax = store();
    await tax.start(newCycle(1));
    await tax.move(1, 'harvest', 'withdraw');
    await tax.move(1, 'withdraw', 'distribute');
    await tax.plan(1, PLAN);
    const moves = [
      { line: 0, part: 1, amount: 14_000n },
      { line: 1, part: 2, amount: 6_000n },
    ];
    await tax.splitPart(1, 0, moves);
    // Another instance, with the same lines in mind, finds nothing left to split: a step without a line could never end.
    await tax.splitPart(1, 0, [
      { line: 0, part: 3, amount: 14_000n },
      { line: 1, part: 4, amount: 6_000n },
    ]);
    expect((await tax.lines(1)).map(({ line, part, status }) => [line, part, status])).toEqual([
      [0, 1, 'pending'],
      [1, 2, 'pending'],
    ]);
    expect((await tax.steps(1, 'distribute')).map(({ part, status, amount }) => [part, status, amount])).toEqual([
      [0, 'failed', 20_000n],
      [1, 'pending', 14_000n],
      [2, 'pending', 6_000n],
    ]);
  });

  it('add a cycle to its day once, and let go of the bytes of its transactions', async () => {
    const bytes = () => db.prepare('SELECT key, bytes FROM journal ORDER BY key').all();
    for (const key of ['tax:1:swap:0', 'tax:12:swap:0', 'payout:1'])
      await db
        .prepare(
          `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, updated_at)
           VALUES (?1, 0, 'finalized', 'bytes', ?1, '', 1, 1, 1, 1)`,
        )
        .bind(key)
        .run();
    await wholeCycle(1);
    expect(await store().finish(1, { fees: 1n, carriedOut: 0n })).toBe(false);
    expect((await db.prepare('SELECT * FROM tax_days').all()).results).toEqual([
      {
        ...{ day: new Date(NOW).toISOString().slice(0, 10), cycles: 1, withdrawn: '5000000000', sold: '5001000000' },
        ...{ received: '50000', fees: '30000', distributed: '20000', distributed_god: '0' },
      },
    ]);
    expect((await bytes()).results).toEqual([
      { key: 'payout:1', bytes: 'bytes' },
      { key: 'tax:12:swap:0', bytes: 'bytes' },
      { key: 'tax:1:swap:0', bytes: '' },
    ]);
  });

  it('carry over what the newest ended cycle in SOL left, and what a failed one has cost', async () => {
    expect(await store().carriedOver()).toBe(0n);
    await wholeCycle(1);
    await db.prepare("UPDATE tax_cycles SET carried_out = '700'").run();
    expect(await store().carriedOver()).toBe(700n);
    await store().start(newCycle(2));
    await store().fail(2, 'harvest', { reason: 'swap-refused', fees: 15_000n, carriedOut: -14_300n });
    expect(await store().carriedOver()).toBe(-14_300n);
    await store().recordEmpty({ id: 3, currency: 'SOL', withheld: 0n, unsold: 0n });
    expect(await store().carriedOver()).toBe(-14_300n);
  });
});

describe('GET /api/admin/tax-distribution/transactions', () => {
  it('is empty before the first cycle, and an empty look is no transaction', async () => {
    const look = { id: 5, currency: 'SOL', withheld: 1n, unsold: 0n } as const;
    await store().recordEmpty(look);
    expect(await adminClient().read(transactionsAnswer, '/tax-distribution/transactions')).toEqual({
      ...{ success: true, data: [], nextCursor: null },
    });
    // Only the newest look is kept.
    await store().recordEmpty({ ...look, id: 9 });
    expect((await db.prepare('SELECT id FROM tax_cycles').all()).results).toEqual([{ id: 9 }]);
  });

  it('tells a finished cycle with its lines, amounts and signatures', async () => {
    await wholeCycle(1);
    const { data } = await adminClient().read(transactionsAnswer, '/tax-distribution/transactions');
    expect(data).toEqual([
      {
        ...{ id: 'tax-1', status: 'COMPLETED', timestamp: new Date(NOW).toISOString(), currency: 'SOL', reason: null },
        ...{ totalAmount: 0.00002, totalUnits: '20000', configVersion: 4, txSignature: 's' },
        distributions: [
          {
            ...{ walletId: POOL.id, label: 'Lottery Pool', address: POOL.address, percentage: 70 },
            ...{ amount: 0.000014, units: '14000', status: 'SUCCESS', transactionSignature: 'd' },
          },
          {
            ...{ walletId: ADMIN.id, label: 'Admin', address: ADMIN.address, percentage: 30 },
            ...{ amount: 0.000006, units: '6000', status: 'SUCCESS', transactionSignature: 'd' },
          },
        ],
      },
    ]);
  });

  it('filters by status and pages without gaps or repeats', async () => {
    for (let id = 1; id <= 24; id++) {
      await wholeCycle(id);
      if (id % 2 === 0)
        await db.prepare(`UPDATE tax_cycles SET state = 'failed', reason = 'swap-refused' WHERE id = ?`).bind(id).run();
    }
    await store().start(newCycle(25));
    const ids = async (query: string) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const path = `/tax-distribution/transactions?limit=10${query}${cursor}`;
        const page = await adminClient().read(transactionsAnswer, path);
        expect(page.data.length).toBeLessThanOrEqual(10);
        seen.push(...page.data.map((each) => each.id));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      return seen;
    };
    const all = Array.from({ length: 25 }, (_, i) => `tax-${25 - i}`);
    expect(await ids('')).toEqual(all);
    expect(await ids('&status=failed')).toEqual(all.filter((id) => Number(id.slice(4)) % 2 === 0));
    expect(await ids('&status=completed')).toEqual(all.slice(1).filter((id) => Number(id.slice(4)) % 2 === 1));
    expect(await ids('&status=pending')).toEqual(['tax-25']);
  });

  it('counts a distribution of which nothing arrived as failed', async () => {
    await wholeCycle(1);
    await db.prepare("UPDATE tax_lines SET status = 'FAILED'").run();
    const { data } = await adminClient().read(transactionsAnswer, '/tax-distribution/transactions');
    expect(data[0]?.status).toBe('FAILED');
  });

  it.each([
    ['limit=20', 'limit: must be 10, 25, 50 or 100'],
    ['limit=x', 'limit: must be 10, 25, 50 or 100'],
    ['status=done', 'status: must be all, completed, failed or pending'],
    ['cursor=-1', 'cursor: must be a cursor that this route returned'],
  ])('answers %s with a 400 that names the field', async (query, sentence) => {
    const { status, json } = await adminClient().ask(`/tax-distribution/transactions?${query}`);
    expect([status, json]).toEqual([400, expect.objectContaining({ success: false, error: sentence })]);
  });

  it('wants the key', async () => {
    expect((await adminClient().ask('/tax-distribution/transactions', { key: null })).status).toBe(401);
  });
});

describe('GET /api/lottery/tax', () => {
  const read = async () => {
    const { status, text, cache } = await freshWorker({ DB: env.DB }).ask('/api/lottery/tax');
    expect([status, cache]).toEqual([200, 'public, max-age=2, s-maxage=10']);
    return taxReport.parse(JSON.parse(text));
  };

  it('is all zeros before the first cycle', async () => {
    const { totals, cycles, days } = await read();
    expect([totals.cycles, totals.distributed.units, cycles, days]).toEqual([0, '0', [], []]);
  });

  it('tells the sums, the cycles with every step in its order, and each day', async () => {
    clock = Date.now() - DAY_MS;
    await wholeCycle(1);
    clock = Date.now();
    await wholeCycle(2);
    await store().recordEmpty({ id: 3, currency: 'SOL', withheld: 1n, unsold: 0n });
    const report = await read();
    expect(report.totals).toEqual({
      cycles: 2,
      withdrawn: { amount: 10_000, units: '10000000000' },
      sold: { amount: 10_002, units: '10002000000' },
      received: { amount: 0.0001, units: '100000' },
      distributed: { amount: 0.00004, units: '40000' },
      distributedGod: { amount: 0, units: '0' },
      fees: { amount: 0.00006, units: '60000' },
    });
    expect(report.cycles.map((cycle) => [cycle.id, cycle.state])).toEqual([
      [3, 'empty'],
      [2, 'done'],
      [1, 'done'],
    ]);
    expect(
      report.cycles[1]?.steps.map((step) => [step.name, step.units, step.currency, step.signature, step.feeLamports]),
    ).toEqual([
      ['harvest', '3000000000', 'GOD', 'h0', '5000'],
      ['harvest', '2000000000', 'GOD', 'h1', '5000'],
      ['withdraw', '5000000000', 'GOD', 'w', '10000'],
      ['swap', '5001000000', 'GOD', 's', '5000'],
      ['distribute', '20000', 'SOL', 'd', '5000'],
    ]);
    const day = { withdrawn: 5_000, distributed: 0.00002, cycles: 1 };
    expect(report.days).toEqual([
      { day: new Date(clock - DAY_MS).toISOString().slice(0, 10), ...day },
      { day: new Date(clock).toISOString().slice(0, 10), ...day },
    ]);
  });
});
