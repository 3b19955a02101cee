import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { configAnswer, previewAnswer } from '../../../src/contract/distribution.ts';
import { receiver } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import {
  CONFIG,
  type DistributionClient,
  distributionClient,
  failure,
  ONE,
  POOL,
  split,
  stored,
} from '../distributionClient.ts';

let db: D1Database;
let admin: DistributionClient;
beforeEach(async () => {
  db = await emptyDatabase();
  admin = distributionClient();
});

describe('the configuration', () => {
  it('of a fresh database is version 1: pool 70%, admin 30%, active, made by the system', async () => {
    const before = Date.now();
    const { response, text } = await admin.ask(CONFIG);
    expect(response.headers.get('etag')).toBe('"1"');
    const { data } = z.strictObject(configAnswer.shape).parse(JSON.parse(text));
    const wallets = [
      { id: 'wallet-lottery', address: POOL, label: 'Lottery Pool', percentage: 70, isAdmin: false, isLottery: true },
      { id: 'wallet-admin', address: wallet(9), label: 'Admin', percentage: 30, isAdmin: true, isLottery: false },
    ].map((each) => ({ ...each, isActive: true, createdAt: data.updatedAt, updatedAt: data.updatedAt }));
    expect(data).toEqual({
      ...{ id: 'tax-distribution', version: 1, isActive: true, updatedBy: 'system', totalPercentage: 100 },
      ...{ updatedAt: data.updatedAt, wallets, active: { version: 1, wallets } },
      ...{ waiting: null, rules: { minPoolShare: null, needsSecondKey: false, delayHours: 0 } },
    });
    expect(Date.parse(data.updatedAt)).toBeGreaterThanOrEqual(before);
    expect(await admin.current()).toEqual(data);
    expect((await admin.history()).data).toMatchObject([
      {
        ...{ changeType: 'CREATE', changedBy: 'system', previousValue: null, newValue: { version: 1, wallets } },
        description: 'added Lottery Pool (70.00%); added Admin (30.00%)',
      },
    ]);
  });

  it('is made by whichever route is asked first', async () => {
    expect((await admin.history()).data).toHaveLength(1);
    db = await emptyDatabase();
    expect((await admin.activate()).status).toBe(200);
    expect(await stored(db)).toEqual([1, 1]);
  });

  it('with the pool wallet as admin wallet is one wallet that is both', async () => {
    admin = distributionClient({ ADMIN_WALLET: POOL });
    const { wallets, isActive } = await admin.current();
    expect(wallets).toMatchObject([{ address: POOL, percentage: 100, isAdmin: true, isLottery: true }]);
    expect(isActive).toBe(true);
  });

  it('is never answered from a cache, whatever a client has seen', async () => {
    const { status, cache } = await admin.ask(CONFIG, { headers: { 'If-None-Match': '"1"' } });
    expect({ status, cache }).toEqual({ status: 200, cache: 'no-store' });
  });
});

describe('an activation', () => {
  it('brings the newest version into force', async () => {
    const first = await admin.current();
    const second = await admin.saved(split(first, 60));
    const { status, response, json } = await admin.activate({ 'If-Match': '"2"' });
    expect({ status, etag: response.headers.get('etag') }).toEqual({ status: 200, etag: '"2"' });
    const { data } = configAnswer.parse(json);
    expect(data).toEqual({ ...second, isActive: true, active: { version: 2, wallets: second.wallets } });
    expect((await admin.history()).data[0]).toMatchObject({
      ...{ changeType: 'ACTIVATE', changedBy: 'ops' },
      description: 'Version 2 activated: Lottery Pool 70.00% → 60.00%; Admin 30.00% → 40.00%',
      previousValue: { version: 1, wallets: first.wallets },
      newValue: { version: 2, wallets: second.wallets },
    });
  });

  it('needs no body', async () => {
    await admin.saved(split(await admin.current(), 60));
    expect((await admin.ask(`${ONE}/activate`, { method: 'POST' })).status).toBe(200);
    expect(await admin.current()).toMatchObject({ version: 2, isActive: true });
  });

  it('of what is in force changes nothing', async () => {
    expect((await admin.activate()).status).toBe(200);
    expect(await stored(db)).toEqual([1, 1]);
  });

  it('of a version that was changed back is one more version with the old shares', async () => {
    const first = await admin.current();
    await admin.saved(split(first, 60));
    await admin.saved(split(first, 70));
    expect((await admin.activate()).status).toBe(200);
    expect(await admin.current()).toMatchObject({ version: 3, isActive: true, active: { version: 3 } });
    expect((await admin.history()).data[0]).toMatchObject({
      description: 'Version 3 activated: the same wallets and shares as version 1',
      previousValue: { version: 1 },
    });
  });

  it('of a stale version is a 409 with what is stored now', async () => {
    const first = await admin.current();
    const second = await admin.saved(split(first, 60));
    const { errors, data } = failure(await admin.activate({ 'If-Match': '"1"' }), 409, 'STALE_VERSION');
    expect(errors).toEqual([
      'Version 1 is not the newest: version 2 was saved by ops. Look at what changed, then try again.',
    ]);
    expect(data).toEqual(second);
    expect(await admin.current()).toEqual(second);
  });

  it('checks the rules once more: a stored version that breaks them never comes into force', async () => {
    await admin.saved(split(await admin.current(), 60));
    await db
      .prepare(`UPDATE distribution_versions SET wallets = replace(wallets, ':60', ':61') WHERE version = 2`)
      .run();
    expect(failure(await admin.activate(), 422, 'BROKEN_RULES').errors).toEqual([
      'Total percentage must equal 100%, currently 101.00%',
    ]);
    expect((await admin.current()).isActive).toBe(false);
  });

  it('a hundred times at once is one record', async () => {
    await admin.saved(split(await admin.current(), 60));
    const answers = await Promise.all(Array.from({ length: 100 }, () => admin.activate({ 'If-Match': '"2"' })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    for (const { json } of answers) expect(configAnswer.parse(json).data).toMatchObject({ version: 2, isActive: true });
    expect(await stored(db)).toEqual([2, 3]);
  });

  it.each([
    ['[]', 'body: Invalid input: expected object, received array'],
    ['{"adminId":5}', 'adminId: must be a text'],
  ])('with the body %s is a 400', async (body, expected) => {
    const answer = await admin.ask(`${ONE}/activate`, { method: 'POST', body });
    expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual([expected]);
  });
});

describe('the history', () => {
  it('is paged newest first, without a gap or a repeat', async () => {
    const first = await admin.current();
    for (let share = 1; share <= 6; share++) await admin.saved(split(first, share));
    await admin.activate();
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page = await admin.history(`?limit=3${cursor && `&cursor=${cursor}`}`);
      expect(page.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.data.map(({ changeType, newValue }) => `${changeType} ${newValue.version}`));
      cursor = page.nextCursor;
    }
    const updates = [7, 6, 5, 4, 3, 2].map((version) => `UPDATE ${version}`);
    expect(seen).toEqual(['ACTIVATE 7', ...updates, 'CREATE 1']);
    expect((await admin.history('?limit=8')).nextCursor).toBeNull();
    expect(new Set((await admin.history()).data.map(({ id }) => id)).size).toBe(8);
  });

  it.each([
    ['?limit=0', 'limit: must be at least 1'],
    ['?limit=101', 'limit: must be at most 100'],
    ['?limit=x', 'limit: must be a whole number from 1 to 100'],
    ['?cursor=x', 'cursor: must be a cursor that this route returned'],
    ['?cursor=0', 'cursor: must be a cursor that this route returned'],
  ])('answers %s with 400', async (query, expected) => {
    expect(failure(await admin.ask(`${ONE}/history${query}`), 400, 'BAD_REQUEST').errors).toEqual([expected]);
  });
});

describe('a preview', () => {
  it('splits an amount exactly, GOD unless SOL is asked for', async () => {
    const { wallets } = await admin.current();
    const { status, cache, json } = await admin.preview({ amount: 1_000_000, wallets });
    expect({ status, cache }).toEqual({ status: 200, cache: 'no-store' });
    const line = (walletId: string, address: string, label: string, percentage: number) => ({
      ...{ walletId, address, label, percentage, amount: percentage * 10_000, units: `${percentage}0000000000` },
    });
    expect(z.strictObject(previewAnswer.shape).parse(json).data).toEqual({
      ...{ totalAmount: 1_000_000, totalUnits: '1000000000000', currency: 'GOD', remainderUnits: '0' },
      distributions: [line('wallet-lottery', POOL, 'Lottery Pool', 70), line('wallet-admin', wallet(9), 'Admin', 30)],
    });
    const sol = previewAnswer.parse((await admin.preview({ amount: 1e-9, wallets, currency: 'SOL' })).json).data;
    expect(sol).toMatchObject({
      totalUnits: '1',
      remainderUnits: '1',
      distributions: [{ units: '1' }, { units: '0' }],
    });
    expect(await stored(db)).toEqual([1, 1]);
  });

  it.each<[string, object, string[]]>([
    ['no amount above 0', { amount: 0 }, ['Amount must be greater than 0']],
    ['a negative amount', { amount: -1 }, ['Amount must be greater than 0']],
    ['too much', { amount: 1e10 }, ['Amount must be at most 1,000,000,000']],
    ['no wallet', { wallets: [] }, ['At least one active wallet is required']],
    [
      'everything wrong',
      { amount: 0, wallets: [receiver(1, { percentage: 101 }), receiver(2, { percentage: -2 })] },
      [
        ...['Amount must be greater than 0', 'Wallet Wallet 1 has percentage over 100%'],
        ...['Wallet Wallet 2 has negative percentage', 'Total percentage must equal 100%, currently 99.00%'],
      ],
    ],
  ])('of %s says so', async (_what, given, expected) => {
    const { wallets } = await admin.current();
    const { error, errors } = failure(await admin.preview({ amount: 1, wallets, ...given }), 422, 'BROKEN_RULES');
    expect({ error, errors }).toEqual({ error: expected.join('; '), errors: expected });
  });

  it.each<[object, string]>([
    [{ amount: '5' }, 'amount: must be a number'],
    [{ amount: null }, 'amount: must be a number'],
    [{ currency: 'USD' }, 'currency: must be GOD or SOL'],
    [{ wallets: 'all' }, 'wallets: must be a list of wallets'],
  ])('of %o is a 400', async (given, expected) => {
    const answer = await admin.preview({ amount: 1, wallets: [], ...given });
    expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual([expected]);
  });
});
