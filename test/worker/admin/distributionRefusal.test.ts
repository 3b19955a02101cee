import { beforeEach, describe, expect, it } from 'vitest';
import { receiver } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import {
  CONFIG,
  count,
  type DistributionClient,
  distributionClient,
  failure,
  ONE,
  split,
  stored,
  TWO_ADMINS,
  type Wallets,
} from '../distributionClient.ts';

let db: D1Database;
let admin: DistributionClient;
beforeEach(async () => {
  db = await emptyDatabase();
  admin = distributionClient();
});

describe('a save', () => {
  it.each(['"x"', '', '"1', '"1", "2"', '-1', '0', '1.0', '9999999999', 'null'])(
    'refuses If-Match "%s" and names it',
    async (ifMatch) => {
      for (const answer of [
        await admin.save(split(await admin.current(), 60), { headers: { 'If-Match': ifMatch } }),
        await admin.activate({ 'If-Match': ifMatch }),
      ])
        expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual([
          'If-Match: must be the version you have seen, such as "3", or *',
        ]);
      expect(await stored(db)).toEqual([1, 1]);
    },
  );

  it('never changes the admin wallet’s label, and says so of removing or deactivating it', async () => {
    const [pool, owner] = (await admin.current()).wallets as [Wallets[0], Wallets[0]];
    expect((await admin.saved([pool, { ...owner, label: 'Mine' }])).wallets[1]?.label).toBe('Admin');
    const removed = await admin.save([{ ...pool, percentage: 100 }]);
    expect(failure(removed, 422, 'BROKEN_RULES').errors).toEqual([
      ...['Cannot remove admin wallet', 'Exactly one active admin wallet is required'],
    ]);
    const deactivated = await admin.save([
      { ...pool, percentage: 100 },
      { ...owner, isActive: false },
    ]);
    expect(failure(deactivated, 422, 'BROKEN_RULES').errors).toEqual([
      ...['Cannot deactivate admin wallet', 'Exactly one active admin wallet is required'],
    ]);
    expect(await stored(db)).toEqual([1, 1]);
  });

  it('answers every broken rule at once, and nothing is written', async () => {
    const { wallets } = await admin.current();
    const answer = await admin.save([
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
    expect(await stored(db)).toEqual([1, 1]);
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
    const answer = await admin.save(wallets((await admin.current()).wallets));
    expect(failure(answer, 422, 'BROKEN_RULES').errors).toEqual(expected);
  });

  it.each<[string, unknown, string[]]>([
    ['a percentage that is a text', '"30"', ['wallets.1.percentage: must be a number']],
    ['a percentage that is null, which JSON makes of NaN', 'null', ['wallets.1.percentage: must be a number']],
    ['a percentage beyond all numbers', '1e400', ['wallets.1.percentage: must be a number']],
    ['a percentage that is a list', '[30]', ['wallets.1.percentage: must be a number']],
  ])('with %s is a 400 that names the field', async (_what, percentage, expected) => {
    const body = JSON.stringify({ wallets: (await admin.current()).wallets });
    const answer = await admin.save(null, { body: body.replace('"percentage":30', `"percentage":${percentage}`) });
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
    expect(await count(db, 'distribution_versions')).toBe(0);
  });

  it('with bytes that are no UTF-8 is a 400', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('{"wallets":"'), 0xff, 0x22, 0x7d]);
    const answer = await admin.ask(ONE, { method: 'PUT', body });
    expect(failure(answer, 400, 'BAD_REQUEST').errors).toEqual(['The body must be JSON.']);
  });

  it('with several wrong fields names them all', async () => {
    const { errors } = failure(await admin.save([{ id: 5, percentage: 'x' }]), 400, 'BAD_REQUEST');
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
      const answer = await admin.save(null, { body: large, headers });
      expect(failure(answer, 413, 'BODY_TOO_LARGE').errors).toEqual(['The body must have at most 256 KB.']);
    }
    expect(await count(db, 'distribution_versions')).toBe(0);
  });

  it('of an unknown configuration is a 404', async () => {
    for (const [method, path] of [
      ['PUT', `${CONFIG}/other`],
      ['POST', `${CONFIG}/other/activate`],
      ['GET', `${CONFIG}/other/history`],
    ] as const) {
      const answer = await admin.ask(path, method === 'GET' ? {} : { method, body: { wallets: [] } });
      expect(failure(answer, 404, 'NOT_FOUND').errors).toEqual([
        'There is no configuration other. The only one has the id tax-distribution.',
      ]);
    }
  });

  it('from a stale version is a 409 with what is stored now, and nothing is lost', async () => {
    const first = await admin.current();
    const second = await admin.saved(split(first, 60), { 'If-Match': '"1"' });
    for (const [ifMatch, from] of [
      ['"1"', 1],
      ['7', 7],
    ] as const) {
      const { errors, data } = failure(
        await admin.save(split(first, 50), { headers: { 'If-Match': ifMatch } }),
        ...([409, 'STALE_VERSION'] as const),
      );
      expect(errors).toEqual([
        `Version ${from} is not the newest: version 2 was saved by ops. Look at what changed, then try again.`,
      ]);
      expect(data).toEqual(second);
    }
    expect(await admin.current()).toEqual(second);
  });

  it('that is stale and breaks rules is answered with the rules first', async () => {
    const first = await admin.current();
    await admin.saved(split(first, 60));
    const answer = await admin.save(split(first, 101), { headers: { 'If-Match': '"1"' } });
    expect(failure(answer, 422, 'BROKEN_RULES').errors).toEqual([
      ...['Wallet Lottery Pool has percentage over 100%', 'Wallet Admin has negative percentage'],
    ]);
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
    expect(await stored(db)).toEqual([0, 0]);
  });

  it('a key removed from the settings closes while the console is open, and nothing is saved', async () => {
    admin = distributionClient({ ADMIN_KEYS: TWO_ADMINS, ACTIVATION: 'one-key' });
    const first = await admin.current();
    const { second } = JSON.parse(TWO_ADMINS);
    admin = distributionClient({ ADMIN_KEYS: JSON.stringify({ second }) });
    expect(failure(await admin.save(split(first, 60)), 401, 'UNAUTHORIZED').error).toBe('Invalid admin key');
    expect((await admin.save(split(first, 60), { key: 'me too' })).status).toBe(200);
  });

  it('an unknown path is a 404 for admins alone', async () => {
    for (const path of ['/nothing', '/tax-distribution/nothing', '/operations/nothing'])
      expect(failure(await admin.ask(path), 404, 'NOT_FOUND').errors[0]).toMatch(/^There is nothing at GET /);
  });

  it('a worker that is not set up tells admins as it tells everybody', async () => {
    const { GOD_MINT, ...rest } = COMPLETE;
    admin = distributionClient({ ...rest, GOD_MINT: '' });
    expect(failure(await admin.ask(CONFIG), 503, 'NOT_CONFIGURED').errors).toHaveLength(1);
  });
});
