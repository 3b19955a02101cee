import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { carriedOver, totalSums } from '../../../client/tax/sums.ts';
import { transactionsAnswer } from '../../../src/contract/distribution.ts';
import { taxReport } from '../../../src/contract/tax.ts';
import { endTaxPause, startTaxPause } from '../../../worker/store/journal/pauses.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { ADMIN, POOL } from '../../domain/distributionWallets.ts';
import { adminClient } from '../adminClient.ts';
import { configuredDatabase } from '../configuredDatabase.ts';
import { freshWorker } from '../freshWorker.ts';
import { NOW, newCycle, PLAN, toWithdraw, wholeCycle } from '../wholeTaxCycle.ts';

let db: D1Database;
let clock = NOW;
beforeEach(async () => {
  db = await configuredDatabase();
  clock = NOW;
});
const store = () => createTaxStore(db, () => clock);

const DAY_MS = 86_400_000;

describe('GET /api/admin/tax-distribution/transactions', () => {
  it('is empty before the first cycle, and a look that found nothing is not a transaction', async () => {
    const look = { id: 5, slot: 1, currency: 'SOL', withheld: 1n, unsold: 0n } as const;
    await store().recordEmpty(look);
    expect(await adminClient().read(transactionsAnswer, '/tax-distribution/transactions')).toEqual({
      ...{ success: true, data: [], nextCursor: null },
    });
    // Only the newest look is kept.
    await store().recordEmpty({ ...look, id: 9 });
    expect((await db.prepare('SELECT id FROM tax_cycles').all()).results).toEqual([{ id: 9 }]);
  });

  it('tells a finished cycle with its lines, amounts and signatures', async () => {
    await wholeCycle(store(), 1);
    const { data } = await adminClient().read(transactionsAnswer, '/tax-distribution/transactions');
    expect(data).toEqual([
      {
        ...{
          id: 'tax-1',
          status: 'COMPLETED',
          timestamp: new Date(NOW).toISOString(),
          currency: 'SOL',
          reason: null,
          detail: null,
        },
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
      await wholeCycle(store(), id);
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

  it('counts a distribution of which nothing arrived as failed, in its status and in the filter', async () => {
    await wholeCycle(store(), 1, 'FAILED');
    await wholeCycle(store(), 2);
    const listed = async (query: string) => {
      const { data } = await adminClient().read(transactionsAnswer, `/tax-distribution/transactions?${query}`);
      return data.map(({ id, status }) => [id, status]);
    };
    const [arrived, lost] = [
      ['tax-2', 'COMPLETED'],
      ['tax-1', 'FAILED'],
    ];
    expect(await listed('status=all')).toEqual([arrived, lost]);
    expect(await listed('status=completed')).toEqual([arrived]);
    expect(await listed('status=failed')).toEqual([lost]);
    expect(await listed('status=failed&search=lottery')).toEqual([lost]);
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

  it('says since when an operator has paused it, until the operator lets it go on', async () => {
    expect((await read()).pausedAt).toBeNull();
    const by = { by: 'operator', reason: 'a look at the swap' };
    await startTaxPause(env.DB, { ...by, at: NOW });
    expect((await read()).pausedAt).toBe(new Date(NOW).toISOString());
    await endTaxPause(env.DB, { ...by, at: NOW + 1 });
    expect((await read()).pausedAt).toBeNull();
  });

  it('tells the sums, the cycles with every step in its order, and each day', async () => {
    clock = Date.now() - DAY_MS;
    await wholeCycle(store(), 1);
    clock = Date.now();
    await wholeCycle(store(), 2);
    await store().recordEmpty({ id: 3, slot: 1, currency: 'SOL', withheld: 1n, unsold: 0n });
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

  it('adds up to the lamport at every step of the next cycle, by the page’s own sum', async () => {
    await wholeCycle(store(), 1);
    const isExplained = async () => totalSums(await read()).isExplained;
    const next = 2;
    await toWithdraw(store(), next);
    expect(await isExplained()).toBe(true);
    await store().move(next, 'withdraw', 'swap');
    const sale = { cycle: next, name: 'swap', part: 0, amount: 5_001_000_000n, currency: 'GOD' } as const;
    await store().addStep(sale);
    expect(await isExplained()).toBe(true);
    await store().swapped(next, { signature: 's2', fee: 5_000n, sold: 5_001_000_000n, proceeds: 50_000n });
    expect(await isExplained()).toBe(true);
    await store().plan(next, PLAN);
    expect(await isExplained()).toBe(true);
    const part = { cycle: next, name: 'distribute', part: 0 } as const;
    await store().settleStep(part, { status: 'final', signature: 'd2', fee: 5_000n }, 'SUCCESS');
    expect(await isExplained()).toBe(true);
    await store().finish(next, { fees: 30_000n, carriedOut: 0n });
    expect(await isExplained()).toBe(true);
  });

  it('adds up after a failed cycle that has spent fees', async () => {
    await wholeCycle(store(), 1);
    await toWithdraw(store(), 2);
    await store().move(2, 'withdraw', 'swap');
    const outcome = { reason: 'swap-rejected', detail: null, fees: 35_000n, carriedOut: -35_000n } as const;
    await store().fail(2, { from: 'swap', ...outcome });
    const report = await read();
    expect(totalSums(report)).toMatchObject({ rest: -35_000n, isExplained: true });
    expect(carriedOver(report.cycles)).toBe(-35_000n);
  });

  it('has thirty days, today with them', async () => {
    for (const [id, ago] of [30, 29].entries()) {
      clock = Date.now() - ago * DAY_MS;
      await wholeCycle(store(), id + 1);
    }
    expect((await read()).days.map(({ day }) => day)).toEqual([new Date(clock).toISOString().slice(0, 10)]);
  });
});
