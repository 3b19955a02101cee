import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  adminError,
  configAnswer,
  type DistributionConfig,
  historyAnswer,
  previewAnswer,
} from '../../src/contract/distribution.ts';
import { receiver } from '../domain/distributionWallets.ts';
import { wallet } from '../domain/wallets.ts';
import { type AdminRequest, adminClient } from './adminClient.ts';
import { COMPLETE } from './completeSettings.ts';
import { emptyDatabase } from './database.ts';

const CONFIG = '/tax-distribution/config';
const ONE = `${CONFIG}/tax-distribution`;
/** SHA-256 of "let me in" and of "me too", by hashlib. */
const TWO_ADMINS = JSON.stringify({
  first: '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2',
  second: '62a8a7b871986a90023fe2f3815f48e57865106a3eaaef99234054f3e274d993',
});
/** Address of the pool's key in the test settings. */
const POOL = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';

let db: D1Database;
let admin: ReturnType<typeof adminClient>;
beforeEach(async () => {
  db = await emptyDatabase();
  admin = adminClient();
});

const count = async (table: string) => (await db.prepare(`SELECT count(*) AS rows FROM ${table}`).first('rows')) ?? 0;
const stored = async () => [await count('distribution_versions'), await count('distribution_changes')];
const current = async () => configAnswer.parse({ ...(await admin.read(configAnswer, CONFIG)) }).data;
const history = async (query = '') => await admin.read(historyAnswer, `${ONE}/history${query}`);
type Wallets = DistributionConfig['wallets'];

/** The pool at `percentage`, the admin at the rest. */
const split = ({ wallets }: DistributionConfig, percentage: number) =>
  wallets.map((each) => ({ ...each, percentage: each.isAdmin ? 100 - percentage : percentage }));
const save = (wallets: unknown, request: AdminRequest = {}) =>
  admin.ask(ONE, { method: 'PUT', body: { wallets, adminId: 'admin-1' }, ...request });
const saved = async (wallets: unknown, headers: Record<string, string> = {}) => {
  const { status, json } = await save(wallets, { headers });
  expect(status).toBe(200);
  return configAnswer.parse(json).data;
};
const activate = (headers: Record<string, string> = {}) =>
  admin.ask(`${ONE}/activate`, { method: 'POST', body: { adminId: 'admin-1' }, headers });
const preview = (body: unknown) => admin.ask('/tax-distribution/preview', { method: 'POST', body });
/** Expects a failure with all it must carry, and gives its sentences. */
const failure = (answer: Awaited<ReturnType<typeof save>>, status: number, code: string) => {
  expect({ status: answer.status, cache: answer.cache }).toEqual({ status, cache: 'no-store' });
  const parsed = z.strictObject(adminError.shape).parse(answer.json);
  expect(parsed.code).toBe(code);
  expect(parsed.errors.length).toBeGreaterThan(0);
  return parsed;
};

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
    });
    expect(Date.parse(data.updatedAt)).toBeGreaterThanOrEqual(before);
    expect(await current()).toEqual(data);
    expect((await history()).data).toMatchObject([
      {
        ...{ changeType: 'CREATE', changedBy: 'system', previousValue: null, newValue: { version: 1, wallets } },
        description: 'added Lottery Pool (70.00%); added Admin (30.00%)',
      },
    ]);
  });

  it('is made by whichever route is asked first', async () => {
    expect((await history()).data).toHaveLength(1);
    db = await emptyDatabase();
    expect((await activate()).status).toBe(200);
    expect(await stored()).toEqual([1, 1]);
  });

  it('with the pool wallet as admin wallet is one wallet that is both', async () => {
    admin = adminClient({ ADMIN_WALLET: POOL });
    const { wallets, isActive } = await current();
    expect(wallets).toMatchObject([{ address: POOL, percentage: 100, isAdmin: true, isLottery: true }]);
    expect(isActive).toBe(true);
  });

  it('is never answered from a cache, whatever a client has seen', async () => {
    const { status, cache } = await admin.ask(CONFIG, { headers: { 'If-None-Match': '"1"' } });
    expect({ status, cache }).toEqual({ status: 200, cache: 'no-store' });
  });
});

describe('a save', () => {
  it('makes a new version that is not in force, attributed to the key and not to the body', async () => {
    const first = await current();
    const wallets = [...split(first, 65), receiver(3, { label: 'Marketing', isAdmin: true, isLottery: true })];
    const { response, json } = await save(wallets, { headers: { 'If-Match': '"1"' } });
    expect(response.headers.get('etag')).toBe('"2"');
    const { data } = configAnswer.parse(json);
    expect(data).toMatchObject({
      ...{ id: first.id, version: 2, isActive: false, updatedBy: 'ops', totalPercentage: 100 },
      wallets: [
        { percentage: 65, createdAt: first.updatedAt, updatedAt: data.updatedAt },
        { percentage: 35 },
        // Claimed flags and times are nothing.
        { id: 'wallet-3', isAdmin: false, isLottery: false, isActive: true, createdAt: data.updatedAt },
      ],
      active: { version: 1, wallets: first.wallets },
    });
    expect(await current()).toEqual(data);
    expect((await history()).data[0]).toMatchObject({
      ...{ changeType: 'UPDATE', changedBy: 'ops', configId: 'tax-distribution', timestamp: data.updatedAt },
      description: 'Lottery Pool 70.00% → 65.00%; Admin 30.00% → 35.00%; added Marketing (0.00%)',
      previousValue: { version: 1, wallets: first.wallets },
      newValue: { version: 2, wallets: data.wallets },
    });
  });

  it.each(['"1"', '1', 'W/"1"', '*', ' "1" '])('takes If-Match %s', async (ifMatch) => {
    expect((await saved(split(await current(), 60), { 'If-Match': ifMatch })).version).toBe(2);
  });

  it.each(['"x"', '', '"1', '"1", "2"', '-1', '0', '1.0', '9999999999', 'null'])(
    'refuses If-Match "%s" and names it',
    async (ifMatch) => {
      for (const answer of [
        await save(split(await current(), 60), { headers: { 'If-Match': ifMatch } }),
        await activate({ 'If-Match': ifMatch }),
      ])
        expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual([
          'If-Match: must be the version you have seen, such as "3", or *',
        ]);
      expect(await stored()).toEqual([1, 1]);
    },
  );

  it('without If-Match is made from the newest', async () => {
    expect((await saved(split(await current(), 60))).version).toBe(2);
    expect((await saved(split(await current(), 50))).version).toBe(3);
    expect((await history()).data.map(({ previousValue }) => previousValue?.version)).toEqual([2, 1, undefined]);
  });

  it('that changes nothing makes no version and no record', async () => {
    const first = await current();
    const claims = first.wallets.map((each) => ({ ...each, isAdmin: false, updatedAt: 'x', label: each.label }));
    expect(await saved(claims, { 'If-Match': '"1"' })).toEqual(first);
    expect(await stored()).toEqual([1, 1]);
  });

  it('of another order is a change, since the first wallet takes what does not divide', async () => {
    const { wallets } = await saved((await current()).wallets.toReversed());
    expect(wallets.map(({ id }) => id)).toEqual(['wallet-admin', 'wallet-lottery']);
    expect((await history()).data[0]).toMatchObject({ changeType: 'UPDATE', description: 'Wallets in another order' });
  });

  it('that only removes is a DELETE', async () => {
    const first = await current();
    await saved([...first.wallets, receiver(3)]);
    await saved(first.wallets);
    expect((await history()).data[0]).toMatchObject({ changeType: 'DELETE', description: 'removed Wallet 3 (0.00%)' });
  });

  it('never changes the admin wallet’s label, and says so of removing or deactivating it', async () => {
    const [pool, owner] = (await current()).wallets as [Wallets[0], Wallets[0]];
    expect((await saved([pool, { ...owner, label: 'Mine' }])).wallets[1]?.label).toBe('Admin');
    const removed = await save([{ ...pool, percentage: 100 }]);
    expect(failure(removed, 422, 'BROKEN_RULES').errors).toEqual([
      ...['Cannot remove admin wallet', 'Exactly one active admin wallet is required'],
    ]);
    const deactivated = await save([
      { ...pool, percentage: 100 },
      { ...owner, isActive: false },
    ]);
    expect(failure(deactivated, 422, 'BROKEN_RULES').errors).toEqual([
      ...['Cannot deactivate admin wallet', 'Exactly one active admin wallet is required'],
    ]);
    expect(await stored()).toEqual([1, 1]);
  });

  it('answers every broken rule at once, and nothing is written', async () => {
    const { wallets } = await current();
    const answer = await save([
      { ...wallets[0], percentage: 101, address: 'nowhere' },
      { ...wallets[1], percentage: -1 },
      receiver(3, { label: '\u202E' }),
    ]);
    const { error, errors, data } = failure(answer, 422, 'BROKEN_RULES');
    expect(errors).toEqual([
      'Wallet Lottery Pool has percentage over 100%',
      'Wallet Admin has negative percentage',
      'Invalid wallet address for Lottery Pool: nowhere',
      'The label � must have at most 64 characters, all of them printable',
    ]);
    expect(error).toBe(errors.join('; '));
    expect(data).toBeUndefined();
    expect(await stored()).toEqual([1, 1]);
  });

  it.each<[string, (first: Wallets) => unknown[], string[]]>([
    [
      'no wallet',
      () => [],
      [
        ...['Cannot remove admin wallet', 'At least one active wallet is required'],
        'Exactly one active admin wallet is required',
      ],
    ],
    [
      'a wrong total',
      ([a, b]) => [{ ...a, percentage: 69.5 }, b],
      ['Total percentage must equal 100%, currently 99.50%'],
    ],
    [
      'three decimals',
      ([a, b]) => [{ ...a, percentage: 69.999 }, b],
      ['Wallet Lottery Pool needs a percentage with at most two decimals'],
    ],
    [
      'a billion percent',
      ([a, b]) => [{ ...a, percentage: 1e9 }, b],
      ['Wallet Lottery Pool has percentage over 100%', 'Total percentage must equal 100%, currently 1000000030.00%'],
    ],
    [
      'a label of 10,000 characters',
      ([a, b]) => [{ ...a, label: 'x'.repeat(10_000) }, b],
      [`The label ${'x'.repeat(63)}… must have at most 64 characters, all of them printable`],
    ],
    [
      'a duplicate address',
      ([a, b]) => [{ ...a, address: wallet(9) }, b],
      [`Duplicate active wallet address: ${wallet(9)}`],
    ],
    [
      '201 wallets',
      (first) => [...first, ...Array.from({ length: 199 }, (_, i) => receiver(i + 1))],
      ['At most 200 wallets are possible'],
    ],
  ])('of %s is refused', async (_what, wallets, expected) => {
    const answer = await save(wallets((await current()).wallets));
    expect(failure(answer, 422, 'BROKEN_RULES').errors).toEqual(expected);
  });

  it('of 200 wallets is possible', async () => {
    const { wallets } = await current();
    const many = [...wallets, ...Array.from({ length: 198 }, (_, i) => receiver(i + 1))];
    expect((await saved(many)).wallets).toHaveLength(200);
  });

  it.each<[string, unknown, string[]]>([
    ['a percentage that is a text', '"30"', ['wallets.1.percentage: must be a number']],
    ['a percentage that is null, which JSON makes of NaN', 'null', ['wallets.1.percentage: must be a number']],
    ['a percentage beyond all numbers', '1e400', ['wallets.1.percentage: must be a number']],
    ['a percentage that is a list', '[30]', ['wallets.1.percentage: must be a number']],
  ])('with %s is a 400 that names the field', async (_what, percentage, expected) => {
    const body = JSON.stringify({ wallets: (await current()).wallets });
    const answer = await save(null, { body: body.replace('"percentage":30', `"percentage":${percentage}`) });
    const { error, errors } = failure(answer, 400, 'BAD_REQUEST');
    expect({ error, errors }).toEqual({ error: expected[0], errors: expected });
  });

  it.each<[string, unknown, string]>([
    ['no body', '', 'The body must be JSON.'],
    ['a form', 'wallets=1', 'The body must be JSON.'],
    ['half a JSON', '{"wallets":[', 'The body must be JSON.'],
    ['NaN', '{"wallets":NaN}', 'The body must be JSON.'],
    ['JSON without end', '['.repeat(200_000), 'The body must be JSON.'],
    ['no wallets', {}, 'wallets: must be a list of wallets'],
    ['wallets that are a text', { wallets: 'x' }, 'wallets: must be a list of wallets'],
    ['an adminId that is no text', { wallets: [], adminId: 5 }, 'adminId: must be a text'],
  ])('with %s is a 400', async (_what, body, expected) => {
    const answer = await admin.ask(ONE, { method: 'PUT', body });
    expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual([expected]);
    expect(await count('distribution_versions')).toBe(0);
  });

  it('with bytes that are no UTF-8 is a 400', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('{"wallets":"'), 0xff, 0x22, 0x7d]);
    const answer = await admin.ask(ONE, { method: 'PUT', body });
    expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual(['The body must be JSON.']);
  });

  it('with several wrong fields names them all', async () => {
    const { errors } = failure(await save([{ id: 5, percentage: 'x' }]), 400, 'BAD_REQUEST');
    expect(errors).toEqual([
      'wallets.0.id: must be a text',
      'wallets.0.address: must be a text',
      'wallets.0.label: must be a text',
      'wallets.0.percentage: must be a number',
      'wallets.0.isActive: must be true or false',
    ]);
  });

  it('with a body of 1 MB is a 413, also when it announced less', async () => {
    const large = JSON.stringify({ wallets: [], adminId: 'x'.repeat(1_000_000) });
    for (const headers of [{}, { 'Content-Length': '10' }]) {
      const answer = await save(null, { body: large, headers });
      expect(failure(answer, 413, 'BODY_TOO_LARGE').errors).toEqual(['The body must have at most 256 KB.']);
    }
    expect(await count('distribution_versions')).toBe(0);
  });

  it('of an unknown configuration is a 404', async () => {
    for (const [method, path] of [
      ['PUT', `${CONFIG}/other`],
      ['POST', `${CONFIG}/other/activate`],
      ['GET', `${CONFIG}/other/history`],
    ] as const) {
      const answer = await admin.ask(path, method === 'GET' ? {} : { method, body: { wallets: [] } });
      expect(failure(answer, 404, 'NOT_FOUND').errors).toEqual([
        'There is no configuration other. The one there is has id tax-distribution.',
      ]);
    }
  });

  it('from a stale version is a 409 with what is stored now, and nothing is lost', async () => {
    const first = await current();
    const second = await saved(split(first, 60), { 'If-Match': '"1"' });
    for (const [ifMatch, from] of [
      ['"1"', 1],
      ['7', 7],
    ] as const) {
      const { errors, data } = failure(
        await save(split(first, 50), { headers: { 'If-Match': ifMatch } }),
        ...([409, 'STALE_VERSION'] as const),
      );
      expect(errors).toEqual([
        `Version ${from} is not the newest: version 2 was saved by ops. Look at what changed, then try again.`,
      ]);
      expect(data).toEqual(second);
    }
    expect(await current()).toEqual(second);
  });

  it('that is stale and breaks rules hears of the rules first', async () => {
    const first = await current();
    await saved(split(first, 60));
    const answer = await save(split(first, 101), { headers: { 'If-Match': '"1"' } });
    expect(failure(answer, 422, 'BROKEN_RULES').errors).toEqual([
      ...['Wallet Lottery Pool has percentage over 100%', 'Wallet Admin has negative percentage'],
    ]);
  });

  it('of a label with a script gives it back as plain JSON', async () => {
    const label = '<script>alert("1")</script>';
    const first = await current();
    await saved(first.wallets.map((each) => (each.isLottery ? { ...each, label } : each)));
    const { response, text } = await admin.ask(CONFIG);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).toContain(JSON.stringify(label));
    expect((await history()).data[0]?.description).toBe(`Lottery Pool renamed ${label}`);
  });

  it('wins once of a hundred from the same version: 99 conflicts, one version, one record', async () => {
    const first = await current();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => save(split(first, i % 60), { headers: { 'If-Match': '"1"' } })),
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
    expect(await stored()).toEqual([2, 2]);
    expect((await history()).data[0]?.newValue).toEqual({ version: 2, wallets: data.wallets });
  });

  it('of the very same wallets a hundred times at once is still one version', async () => {
    const first = await current();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => save(split(first, 60), { headers: { 'If-Match': '"1"' } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await stored()).toEqual([2, 2]);
  });

  it('keeps apart who saved what', async () => {
    admin = adminClient({ ADMIN_KEYS: TWO_ADMINS });
    const first = await current();
    expect(configAnswer.parse((await save(split(first, 60), { key: 'me too' })).json).data.updatedBy).toBe('second');
    expect(configAnswer.parse((await save(split(first, 50))).json).data.updatedBy).toBe('first');
    expect((await history()).data.map(({ changedBy }) => changedBy)).toEqual(['first', 'second', 'system']);
  });

  it('is not half written when the database fails in the middle', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const first = await current();
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
    expect(await stored()).toEqual([1, 1]);
    expect(await current()).toEqual(first);
  });
});

describe('an activation', () => {
  it('brings the newest version into force', async () => {
    const first = await current();
    const second = await saved(split(first, 60));
    const { status, response, json } = await activate({ 'If-Match': '"2"' });
    expect({ status, etag: response.headers.get('etag') }).toEqual({ status: 200, etag: '"2"' });
    const { data } = configAnswer.parse(json);
    expect(data).toEqual({ ...second, isActive: true, active: { version: 2, wallets: second.wallets } });
    expect((await history()).data[0]).toMatchObject({
      ...{ changeType: 'ACTIVATE', changedBy: 'ops' },
      description: 'Version 2 activated: Lottery Pool 70.00% → 60.00%; Admin 30.00% → 40.00%',
      previousValue: { version: 1, wallets: first.wallets },
      newValue: { version: 2, wallets: second.wallets },
    });
  });

  it('needs no body', async () => {
    await saved(split(await current(), 60));
    expect((await admin.ask(`${ONE}/activate`, { method: 'POST' })).status).toBe(200);
    expect(await current()).toMatchObject({ version: 2, isActive: true });
  });

  it('of what is in force changes nothing', async () => {
    expect((await activate()).status).toBe(200);
    expect(await stored()).toEqual([1, 1]);
  });

  it('of a version that was changed back is one more version with the old shares', async () => {
    const first = await current();
    await saved(split(first, 60));
    await saved(split(first, 70));
    expect((await activate()).status).toBe(200);
    expect(await current()).toMatchObject({ version: 3, isActive: true, active: { version: 3 } });
    expect((await history()).data[0]).toMatchObject({
      description: 'Version 3 activated: the same wallets and shares as version 1',
      previousValue: { version: 1 },
    });
  });

  it('of a stale version is a 409 with what is stored now', async () => {
    const first = await current();
    const second = await saved(split(first, 60));
    const { errors, data } = failure(await activate({ 'If-Match': '"1"' }), 409, 'STALE_VERSION');
    expect(errors).toEqual([
      'Version 1 is not the newest: version 2 was saved by ops. Look at what changed, then try again.',
    ]);
    expect(data).toEqual(second);
    expect(await current()).toEqual(second);
  });

  it('checks the rules once more: a stored version that breaks them never comes into force', async () => {
    await saved(split(await current(), 60));
    await db
      .prepare(`UPDATE distribution_versions SET wallets = replace(wallets, ':60', ':61') WHERE version = 2`)
      .run();
    expect(failure(await activate(), 422, 'BROKEN_RULES').errors).toEqual([
      'Total percentage must equal 100%, currently 101.00%',
    ]);
    expect((await current()).isActive).toBe(false);
  });

  it('a hundred times at once is one record', async () => {
    await saved(split(await current(), 60));
    const answers = await Promise.all(Array.from({ length: 100 }, () => activate({ 'If-Match': '"2"' })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    for (const { json } of answers) expect(configAnswer.parse(json).data).toMatchObject({ version: 2, isActive: true });
    expect(await stored()).toEqual([2, 3]);
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
    const first = await current();
    for (let share = 1; share <= 6; share++) await saved(split(first, share));
    await activate();
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page = await history(`?limit=3${cursor && `&cursor=${cursor}`}`);
      expect(page.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.data.map(({ changeType, newValue }) => `${changeType} ${newValue.version}`));
      cursor = page.nextCursor;
    }
    const updates = [7, 6, 5, 4, 3, 2].map((version) => `UPDATE ${version}`);
    expect(seen).toEqual(['ACTIVATE 7', ...updates, 'CREATE 1']);
    expect((await history('?limit=8')).nextCursor).toBeNull();
    expect(new Set((await history()).data.map(({ id }) => id)).size).toBe(8);
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
    const { wallets } = await current();
    const { status, cache, json } = await preview({ amount: 1_000_000, wallets });
    expect({ status, cache }).toEqual({ status: 200, cache: 'no-store' });
    const line = (walletId: string, address: string, label: string, percentage: number) => ({
      ...{ walletId, address, label, percentage, amount: percentage * 10_000, units: `${percentage}0000000000` },
    });
    expect(z.strictObject(previewAnswer.shape).parse(json).data).toEqual({
      ...{ totalAmount: 1_000_000, totalUnits: '1000000000000', currency: 'GOD', remainderUnits: '0' },
      distributions: [line('wallet-lottery', POOL, 'Lottery Pool', 70), line('wallet-admin', wallet(9), 'Admin', 30)],
    });
    const sol = previewAnswer.parse((await preview({ amount: 1e-9, wallets, currency: 'SOL' })).json).data;
    expect(sol).toMatchObject({
      totalUnits: '1',
      remainderUnits: '1',
      distributions: [{ units: '1' }, { units: '0' }],
    });
    expect(await stored()).toEqual([1, 1]);
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
    const { wallets } = await current();
    const { error, errors } = failure(await preview({ amount: 1, wallets, ...given }), 422, 'BROKEN_RULES');
    expect({ error, errors }).toEqual({ error: expected.join('; '), errors: expected });
  });

  it.each<[object, string]>([
    [{ amount: '5' }, 'amount: must be a number'],
    [{ amount: null }, 'amount: must be a number'],
    [{ currency: 'USD' }, 'currency: must be GOD or SOL'],
    [{ wallets: 'all' }, 'wallets: must be a list of wallets'],
  ])('of %o is a 400', async (given, expected) => {
    const answer = await preview({ amount: 1, wallets: [], ...given });
    expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual([expected]);
  });
});

describe('without a right key', () => {
  it.each([
    ['GET', CONFIG],
    ['PUT', ONE],
    ['POST', `${ONE}/activate`],
    ['GET', `${ONE}/history`],
    ['POST', '/tax-distribution/preview'],
    ['GET', '/tax-distribution/transactions'],
    ['GET', '/tax-distribution/nothing'],
    ['GET', '/nothing'],
    ['DELETE', ONE],
    ['OPTIONS', CONFIG],
  ])('%s %s is closed', async (method, path) => {
    for (const key of [null, '', 'wrong'])
      expect(failure(await admin.ask(path, { method, key }), 401, 'UNAUTHORIZED')).toMatchObject({
        ...{ error: 'Invalid admin key', errors: ['Invalid admin key'] },
      });
    expect(await stored()).toEqual([0, 0]);
  });

  it('a key removed from the settings closes while the console is open, and nothing is saved', async () => {
    admin = adminClient({ ADMIN_KEYS: TWO_ADMINS });
    const first = await current();
    const { second } = JSON.parse(TWO_ADMINS);
    admin = adminClient({ ADMIN_KEYS: JSON.stringify({ second }) });
    expect(failure(await save(split(first, 60)), 401, 'UNAUTHORIZED').error).toBe('Invalid admin key');
    expect((await save(split(first, 60), { key: 'me too' })).status).toBe(200);
  });

  it('an unknown path is a 404 for admins alone', async () => {
    for (const path of ['/nothing', '/tax-distribution/nothing', '/operations/nothing'])
      expect(failure(await admin.ask(path), 404, 'NOT_FOUND').errors[0]).toMatch(/^There is nothing at GET /);
  });

  it('a worker that is not set up tells admins as it tells everybody', async () => {
    const { GOD_MINT, ...rest } = COMPLETE;
    admin = adminClient({ ...rest, GOD_MINT: '' });
    expect(failure(await admin.ask(CONFIG), 503, 'NOT_CONFIGURED').errors).toHaveLength(1);
  });
});
