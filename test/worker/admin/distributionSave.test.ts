import { beforeEach, describe, expect, it, vi } from 'vitest';
import { configAnswer } from '../../../src/contract/distribution.ts';
import { receiver } from '../../domain/distributionWallets.ts';
import { adminClient } from '../adminClient.ts';
import { emptyDatabase } from '../database.ts';
import {
  CONFIG,
  type DistributionClient,
  distributionClient,
  failure,
  ONE,
  split,
  stored,
  TWO_ADMINS,
} from '../distributionClient.ts';

let db: D1Database;
let admin: DistributionClient;
beforeEach(async () => {
  db = await emptyDatabase();
  admin = distributionClient();
});

describe('a save', () => {
  it('makes a new version that is not in force, attributed to the key and not to the body', async () => {
    const first = await admin.current();
    const wallets = [...split(first, 65), receiver(3, { label: 'Marketing', isAdmin: true, isLottery: true })];
    const { response, json } = await admin.save(wallets, { headers: { 'If-Match': '"1"' } });
    expect(response.headers.get('etag')).toBe('"2"');
    const { data } = configAnswer.parse(json);
    expect(data).toMatchObject({
      ...{ id: first.id, version: 2, isActive: false, updatedBy: 'ops', totalPercentage: 100 },
      wallets: [
        { percentage: 65, createdAt: first.updatedAt, updatedAt: data.updatedAt },
        { percentage: 35 },
        // Flags and times in the body are ignored.
        { id: 'wallet-3', isAdmin: false, isLottery: false, isActive: true, createdAt: data.updatedAt },
      ],
      active: { version: 1, wallets: first.wallets },
    });
    expect(await admin.current()).toEqual(data);
    expect((await admin.history()).data[0]).toMatchObject({
      ...{ changeType: 'UPDATE', changedBy: 'ops', configId: 'tax-distribution', timestamp: data.updatedAt },
      description: 'Lottery Pool 70.00% → 65.00%; Admin 30.00% → 35.00%; added Marketing (0.00%)',
      previousValue: { version: 1, wallets: first.wallets },
      newValue: { version: 2, wallets: data.wallets },
    });
  });

  it.each(['"1"', '1', 'W/"1"', '*', ' "1" '])('takes If-Match %s', async (ifMatch) => {
    expect((await admin.saved(split(await admin.current(), 60), { 'If-Match': ifMatch })).version).toBe(2);
  });

  it('without If-Match is made from the newest', async () => {
    expect((await admin.saved(split(await admin.current(), 60))).version).toBe(2);
    expect((await admin.saved(split(await admin.current(), 50))).version).toBe(3);
    expect((await admin.history()).data.map(({ previousValue }) => previousValue?.version)).toEqual([2, 1, undefined]);
  });

  it('that changes nothing makes no version and no record', async () => {
    const first = await admin.current();
    const claims = first.wallets.map((each) => ({ ...each, isAdmin: false, updatedAt: 'x', label: each.label }));
    expect(await admin.saved(claims, { 'If-Match': '"1"' })).toEqual(first);
    expect(await stored(db)).toEqual([1, 1]);
  });

  it('of another order is a change, since the first wallet takes what does not divide', async () => {
    const { wallets } = await admin.saved((await admin.current()).wallets.toReversed());
    expect(wallets.map(({ id }) => id)).toEqual(['wallet-admin', 'wallet-lottery']);
    expect((await admin.history()).data[0]).toMatchObject({
      changeType: 'UPDATE',
      description: 'Wallets in another order',
    });
  });

  it('that only removes is a DELETE', async () => {
    const first = await admin.current();
    await admin.saved([...first.wallets, receiver(3)]);
    await admin.saved(first.wallets);
    expect((await admin.history()).data[0]).toMatchObject({
      changeType: 'DELETE',
      description: 'removed Wallet 3 (0.00%)',
    });
  });

  it('of 200 wallets is possible', async () => {
    const { wallets } = await admin.current();
    const many = [...wallets, ...Array.from({ length: 198 }, (_, i) => receiver(i + 1))];
    expect((await admin.saved(many)).wallets).toHaveLength(200);
  });

  it('of a label with a script gives it back as plain JSON', async () => {
    const label = '<script>alert("1")</script>';
    const first = await admin.current();
    await admin.saved(first.wallets.map((each) => (each.isLottery ? { ...each, label } : each)));
    const { response, text } = await admin.ask(CONFIG);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).toContain(JSON.stringify(label));
    expect((await admin.history()).data[0]?.description).toBe(`Lottery Pool renamed ${label}`);
  });

  it('succeeds once when a hundred come from the same version: 99 conflicts, one version, one record', async () => {
    const first = await admin.current();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => admin.save(split(first, i % 60), { headers: { 'If-Match': '"1"' } })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const data = configAnswer.parse(won[0]?.json).data;
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const conflict = failure(answer, 409, 'STALE_VERSION');
      expect(conflict.errors).toEqual([
        'Version 1 is not the newest: version 2 was saved by ops. Look at what changed, then try again.',
      ]);
      expect(conflict.data).toEqual(data);
    }
    expect(await stored(db)).toEqual([2, 2]);
    expect((await admin.history()).data[0]?.newValue).toEqual({ version: 2, wallets: data.wallets });
  });

  it('of the very same wallets a hundred times at once is still one version', async () => {
    const first = await admin.current();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => admin.save(split(first, 60), { headers: { 'If-Match': '"1"' } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await stored(db)).toEqual([2, 2]);
  });

  it('keeps apart who saved what', async () => {
    admin = distributionClient({ ADMIN_KEYS: TWO_ADMINS, ACTIVATION: 'one-key' });
    const first = await admin.current();
    expect(configAnswer.parse((await admin.save(split(first, 60), { key: 'me too' })).json).data.updatedBy).toBe(
      'second',
    );
    expect(configAnswer.parse((await admin.save(split(first, 50))).json).data.updatedBy).toBe('first');
    expect((await admin.history()).data.map(({ changedBy }) => changedBy)).toEqual(['first', 'second', 'system']);
  });

  it('is not half written when the database fails in the middle', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const first = await admin.current();
    // The record cannot be written: its description is missing.
    const broken = new Proxy(db, {
      get: (target, name) => {
        if (name !== 'prepare') return Reflect.get(target, name).bind(target);
        return (sql: string) =>
          target.prepare(sql.replace(/SELECT change_id, config_id, \?2, \?3/, 'SELECT change_id, config_id, ?2, NULL'));
      },
    });
    const failing = adminClient({ DB: broken });
    const answer = await failing.ask(ONE, { method: 'PUT', body: { wallets: split(first, 60) } });
    expect(failure(answer, 500, 'INTERNAL').errors).toEqual([
      'Something went wrong on our side. Please try again in a moment.',
    ]);
    expect(answer.text).not.toMatch(/D1|SQL|NULL/);
    expect(await stored(db)).toEqual([1, 1]);
    expect(await admin.current()).toEqual(first);
  });
});
