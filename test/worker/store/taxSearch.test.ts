import { beforeEach, describe, expect, it } from 'vitest';
import { sumsAnswer, transactionsAnswer } from '../../../src/contract/distribution.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { ADMIN, POOL } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { adminClient } from '../adminClient.ts';
import { configuredDatabase } from '../configuredDatabase.ts';
import { wholeCycle } from '../wholeTaxCycle.ts';

const DAY_S = 86_400;
/** 20 November 2026, 00:00:00 UTC. */
const DAY = 1_795_132_800;
const BASE = '/tax-distribution';

let db: D1Database;
let clock = 0;
beforeEach(async () => {
  db = await configuredDatabase();
});
/** A whole cycle that begins at a unix second, which is its id. */
const cycleAt = async (second: number) => {
  clock = second * 1000;
  await wholeCycle(
    createTaxStore(db, () => clock),
    second,
  );
};
const ids = async (query: string) =>
  (await adminClient().read(transactionsAnswer, `${BASE}/transactions?${query}`)).data.map(({ id }) => id);

describe('transactions of some days', () => {
  beforeEach(async () => {
    for (const second of [DAY - 1, DAY, DAY + DAY_S - 1, DAY + DAY_S]) await cycleAt(second);
  });

  it('are those that began on them, the first and the last day included', async () => {
    expect(await ids('from=2026-11-20&to=2026-11-20')).toEqual([`tax-${DAY + DAY_S - 1}`, `tax-${DAY}`]);
    expect(await ids('from=2026-11-21')).toEqual([`tax-${DAY + DAY_S}`]);
    expect(await ids('to=2026-11-19')).toEqual([`tax-${DAY - 1}`]);
  });

  it('have sums to the last base unit', async () => {
    const sums = async (query: string) => (await adminClient().read(sumsAnswer, `${BASE}/sums?${query}`)).data;
    expect(await sums('from=2026-11-20&to=2026-11-20')).toEqual({
      ...{ from: '2026-11-20', to: '2026-11-20', cycles: 2 },
      ...{ withdrawnUnits: '10000000000', soldUnits: '10002000000', receivedLamports: '100000' },
      ...{ feesLamports: '60000', distributedLamports: '40000', distributedUnits: '0' },
    });
    expect(await sums('from=2026-11-01&to=2026-11-30')).toMatchObject({ cycles: 4, distributedLamports: '80000' });
    expect(await sums('from=2025-01-01&to=2025-01-31')).toMatchObject({ cycles: 0, distributedLamports: '0' });
  });

  it('are found by a label’s part, a whole address or a signature, and by nothing else', async () => {
    const newest = [DAY + DAY_S, DAY + DAY_S - 1, DAY, DAY - 1].map((second) => `tax-${second}`);
    expect(await ids('search=lottery')).toEqual(newest);
    expect(await ids(`search=${ADMIN.address}`)).toEqual(newest);
    await db
      .prepare(`UPDATE tax_steps SET signature = 'only-this' WHERE cycle = ? AND name = 'withdraw'`)
      .bind(DAY)
      .run();
    expect(await ids('search=only-this')).toEqual([`tax-${DAY}`]);
    expect(await ids(`search=lottery&from=2026-11-20&to=2026-11-20&status=completed`)).toEqual(newest.slice(1, 3));
    expect(await ids(`search=${wallet(77)}`)).toEqual([]);
    expect(await ids(`search=${POOL.address.slice(0, 9)}`)).toEqual([]);
    expect(await ids(`search=${encodeURIComponent("%' OR 1=1 --")}`)).toEqual([]);
  });
});

it.each([
  ['transactions?from=20.11.2026', 'from: must be a day such as 2026-11-20'],
  ['transactions?from=2026-11-21&to=2026-11-20', 'to: must not be before from.'],
  ['transactions?search=%20', 'search: must not be empty'],
  ['sums?from=2026-11-21&to=2026-11-20', 'to: must not be before from.'],
  ['sums?to=2026-02-30&from=2026-01-01', 'to: must be a day such as 2026-11-20'],
])('%s is a 400', async (path, sentence) => {
  const { status, json } = await adminClient().ask(`${BASE}/${path}`);
  expect({ status, json }).toMatchObject({ status: 400, json: { error: sentence } });
});
