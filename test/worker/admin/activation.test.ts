import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  configAnswer,
  type DistributionConfig,
  lookUpAnswer,
  sessionAnswer,
} from '../../../src/contract/distribution.ts';
import { actionsAnswer, operationsAnswer } from '../../../src/contract/operations.ts';
import { taxReport } from '../../../src/contract/tax.ts';
import { confirmActivation } from '../../../worker/store/tax/activations.ts';
import { receiver } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { ask as askPublic, READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { distributionClient, failure, ONE, POOL, split, TWO_ADMINS } from '../distributionClient.ts';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const FIRST = { key: 'let me in' };
const SECOND = { key: 'me too' };
const THIEF: string = receiver(16).address;
const MARKET: string = receiver(6).address;

let db: D1Database;
let now = NOW;
/** What the chain has at an address; a wallet where nothing is said. */
let onChain: Record<string, { owner: string; executable: boolean; data: readonly string[] } | null>;
const PLAIN = { executable: false, data: ['', 'base64'] };
let told: { key: string; message: string }[];
beforeEach(async () => {
  db = await emptyDatabase();
  [now, onChain, told] = [NOW, {}, []];
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { id, params } = JSON.parse(String(body)) as { id: number; params: [string[]] };
    const wallet = { owner: '11111111111111111111111111111111', ...PLAIN };
    const value = params[0].map((address) => (address in onChain ? onChain[address] : wallet));
    return Response.json({ jsonrpc: '2.0', id, result: { context: { slot: 5 }, value } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ALERTS = {
  getByName: () => ({ raise: async (alert: { key: string; message: string }) => void told.push(alert) }),
};
const clientOf = (given: object = {}) => distributionClient({ ALERTS, ...given });
type Client = ReturnType<typeof clientOf>;
const robbed = ({ wallets }: DistributionConfig) => [
  ...wallets.map((each) => ({ ...each, percentage: 0 })),
  receiver(16, { label: 'Stranger', percentage: 100 }),
];
const actions = async (admin: Client) => (await admin.read(actionsAnswer, '/operations/actions')).data;
const inForce = async (admin: Client) => (await admin.current()).active?.version;
const configOf = (answer: { readonly json: unknown }) => configAnswer.parse(answer.json).data;

describe('a robbery with one stolen key', () => {
  it('raises an alert at once for the save and the activation: who did it, the stranger’s address, and what the pool loses', async () => {
    const admin = clientOf();
    await admin.saved(robbed(await admin.current()));
    expect((await admin.activate()).status).toBe(200);
    expect(told).toHaveLength(2);
    for (const { key, message } of told) {
      expect(key).toMatch(/^distribution-changed:/);
      expect(message).toContain(`New receiver: ${THIEF} (100.00%)`);
      expect(message).toContain('The pool’s share: 70.00% → 0.00%');
    }
    expect(told[0]?.message).toMatch(/^ops saved version 2/);
    expect(told[1]?.message).toMatch(/^ops put in force version 2/);
    // An object that was down just then finds them too: the database has both.
    const { results } = await db.prepare("SELECT key FROM alerts WHERE key LIKE 'distribution-changed:%'").all();
    expect(results).toHaveLength(2);
    expect(await actions(admin)).toMatchObject([
      {
        action: 'activate',
        by: 'ops',
        subject: 'tax distribution, version 2',
        details: expect.stringContaining(THIEF),
      },
      { action: 'save', by: 'ops', details: expect.stringContaining('70.00% → 0.00%') },
    ]);
  });

  it('waits where a delay is set, everybody sees it on /tax, and any key stops it before money moves', async () => {
    const settings = { ADMIN_KEYS: TWO_ADMINS, ACTIVATION: 'one-key', ACTIVATION_DELAY_HOURS: '24' };
    const admin = clientOf(settings);
    await admin.saved(robbed(await admin.current()));
    const { waiting } = configOf(await admin.activate());
    expect(waiting).toMatchObject({ version: 2, askedBy: 'first', needsSecondKey: false });
    expect(waiting?.inForceAt).toBe(new Date(NOW + 24 * HOUR_MS).toISOString());
    const shown = taxReport.parse((await askPublic('/api/lottery/tax', {}, { ...READY, ...settings })).json);
    expect(shown.distribution).toMatchObject({
      rules: { delayHours: 24 },
      waiting: { version: 2, difference: expect.stringContaining(THIEF) },
    });
    now = NOW + 24 * HOUR_MS - 1;
    expect(await inForce(admin)).toBe(1);
    // It needs no second key, so none can put it off.
    failure(await admin.decide('confirm', waiting?.ask ?? '', SECOND), 409, 'NOT_WAITING');
    expect((await admin.current()).waiting?.inForceAt).toBe(waiting?.inForceAt);
    expect((await admin.decide('stop', waiting?.ask ?? '', SECOND)).status).toBe(200);
    now = NOW + 25 * HOUR_MS;
    expect(await admin.current()).toMatchObject({ active: { version: 1 }, waiting: null });
    expect((await actions(admin)).map(({ action, by }) => [action, by])).toEqual([
      ['stop', 'second'],
      ['ask', 'first'],
      ['save', 'first'],
    ]);
    expect(told.at(-1)?.message).toMatch(/^second stopped version 2/);
  });

  it('is refused where two keys are named: nothing comes into force by one of them, whatever it tries', async () => {
    const admin = clientOf({ ADMIN_KEYS: TWO_ADMINS });
    await admin.saved(robbed(await admin.current()));
    const { waiting } = configOf(await admin.activate());
    expect(waiting).toMatchObject({ needsSecondKey: true, inForceAt: null });
    failure(await admin.decide('confirm', waiting?.ask ?? ''), 403, 'FORBIDDEN');
    expect((await admin.activate()).status).toBe(200);
    await admin.saved(split({ ...(await admin.current()), wallets: (await admin.current()).wallets.slice(0, 2) }, 1));
    expect((await admin.activate()).status).toBe(200);
    now = NOW + 1_000 * HOUR_MS;
    expect(await inForce(admin)).toBe(1);
    // There was an alert for each try.
    expect(told.length).toBe(4);
  });

  it('cannot take the pool below the floor, neither by a save nor by an older version', async () => {
    const free = clientOf();
    await free.saved(robbed(await free.current()));
    const admin = clientOf({ MIN_POOL_SHARE: '50' });
    const { errors } = failure(await admin.activate(), 422, 'BROKEN_RULES');
    expect(errors).toEqual(['The lottery pool must get at least 50.00% of the tax, and would get 0.00%']);
    failure(
      await admin.save(split({ ...(await admin.current()), wallets: (await admin.current()).wallets.slice(0, 2) }, 49)),
      422,
      'BROKEN_RULES',
    );
    expect((await admin.current()).rules.minPoolShare).toBe(50);
  });
});

describe('an activation with two keys', () => {
  it('is in force once the second has confirmed it, with both names in the history', async () => {
    const admin = clientOf({ ADMIN_KEYS: TWO_ADMINS });
    await admin.saved(split(await admin.current(), 65));
    const { waiting } = configOf(await admin.activate());
    const confirmed = configOf(await admin.decide('confirm', waiting?.ask ?? '', SECOND));
    expect(confirmed).toMatchObject({ active: { version: 2 }, waiting: null, isActive: true });
    expect((await admin.history()).data[0]).toMatchObject({
      ...{ changeType: 'ACTIVATE', changedBy: 'first', previousValue: { version: 1 }, newValue: { version: 2 } },
      description: expect.stringContaining('confirmed by second'),
    });
    expect((await actions(admin)).map(({ action, by }) => [action, by])).toEqual([
      ['activate', 'first'],
      ['confirm', 'second'],
      ['ask', 'first'],
      ['save', 'first'],
    ]);
    // A second press finds nothing that waits, and changes nothing.
    failure(await admin.decide('confirm', waiting?.ask ?? '', SECOND), 409, 'NOT_WAITING');
  });

  it('confirms what was shown and nothing else: a new ask takes the place of the old one', async () => {
    const admin = clientOf({ ADMIN_KEYS: TWO_ADMINS });
    await admin.saved(split(await admin.current(), 65));
    const harmless = configOf(await admin.activate()).waiting;
    await admin.saved(robbed(await admin.current()));
    await admin.activate();
    failure(await admin.decide('confirm', harmless?.ask ?? '', SECOND), 409, 'NOT_WAITING');
    expect(await inForce(admin)).toBe(1);
  });

  it('and a delay waits for both', async () => {
    const admin = clientOf({ ADMIN_KEYS: TWO_ADMINS, ACTIVATION_DELAY_HOURS: '2' });
    await admin.saved(split(await admin.current(), 65));
    const { waiting } = configOf(await admin.activate());
    now += 10 * HOUR_MS;
    expect(await inForce(admin)).toBe(1);
    const { waiting: confirmed } = configOf(await admin.decide('confirm', waiting?.ask ?? '', SECOND));
    expect(confirmed?.inForceAt).toBe(new Date(now + 2 * HOUR_MS).toISOString());
    now += 2 * HOUR_MS - 1;
    expect(await inForce(admin)).toBe(1);
    now += 1;
    expect(await inForce(admin)).toBe(2);
  });

  it('is confirmed by one of two administrators who press in the same millisecond: one action and one alert', async () => {
    const admin = clientOf({ ADMIN_KEYS: TWO_ADMINS, ACTIVATION_DELAY_HOURS: '2' });
    await admin.saved(split(await admin.current(), 65));
    const { waiting } = configOf(await admin.activate());
    const confirmedBy = (by: string) => {
      const said = { action: 'confirm', subject: 'version 2', details: `by ${by}` } as const;
      const alert = { key: `confirmed:${by}`, message: by, raisedAt: now };
      return confirmActivation(db, { askId: waiting?.ask ?? '', dueAt: now }, { ...said, alert, by, at: now });
    };
    expect([await confirmedBy('second'), await confirmedBy('third')]).toEqual([true, false]);
    const [newest, before] = await actions(admin);
    expect([newest, before]).toMatchObject([{ action: 'confirm', by: 'second' }, { action: 'ask' }]);
    const { results } = await db.prepare("SELECT key FROM alerts WHERE key LIKE 'confirmed:%'").all();
    expect(results).toEqual([{ key: 'confirmed:second' }]);
  });

  it('can be confirmed where it was asked for with one key, and the settings have come to want two', async () => {
    const settings = { ADMIN_KEYS: TWO_ADMINS, ACTIVATION_DELAY_HOURS: '2' };
    const before = clientOf({ ...settings, ACTIVATION: 'one-key' });
    await before.saved(split(await before.current(), 65));
    await before.activate();
    const admin = clientOf(settings);
    now += 3 * HOUR_MS;
    expect(await inForce(admin)).toBe(1);
    const { waiting } = await admin.current();
    expect(waiting?.needsSecondKey).toBe(true);
    expect((await admin.decide('confirm', waiting?.ask ?? '', SECOND)).status).toBe(200);
    now += 2 * HOUR_MS;
    expect(await inForce(admin)).toBe(2);
  });

  it('comes into force once, however many ask at that moment', async () => {
    const admin = clientOf({ ACTIVATION_DELAY_HOURS: '1' });
    await admin.saved(split(await admin.current(), 65));
    await admin.activate();
    now += HOUR_MS;
    const seen = await Promise.all(Array.from({ length: 8 }, () => inForce(clientOf({ ACTIVATION_DELAY_HOURS: '1' }))));
    expect(new Set(seen)).toEqual(new Set([2]));
    const kinds = (await admin.history()).data.map(({ changeType }) => changeType);
    expect(kinds).toEqual(['ACTIVATE', 'UPDATE', 'CREATE']);
    expect(told.filter(({ message }) => message.includes('put in force'))).toHaveLength(2);
  });
});

describe('the role of a key', () => {
  const [first = '', second = ''] = Object.values(JSON.parse(TWO_ADMINS) as Record<string, string>);
  const rolesOf = (...roles: string[]) =>
    clientOf({ ADMIN_KEYS: JSON.stringify({ boss: second, helper: { sha256: first, roles } }) });

  it('"read" may look and change nothing', async () => {
    const admin = rolesOf('read');
    const session = await admin.read(sessionAnswer, '/session', FIRST);
    expect(session.data).toEqual({ name: 'helper', roles: ['read'] });
    await admin.read(operationsAnswer, '/operations');
    const { error } = failure(await admin.save((await admin.current()).wallets), 403, 'FORBIDDEN');
    expect(error).toBe('The key of helper may not do this: it lacks the role distribute.');
    failure(await admin.activate(), 403, 'FORBIDDEN');
    for (const path of ['/operations/pause', '/operations/resume', '/operations/rounds/1/close', '/operations/advance'])
      failure(await admin.ask(path, { method: 'POST', body: { reason: 'x' } }), 403, 'FORBIDDEN');
  });

  it('"operate" may pause and not change the distribution', async () => {
    const admin = rolesOf('operate');
    failure(await admin.save((await admin.current()).wallets), 403, 'FORBIDDEN');
    failure(await admin.decide('confirm', 'x'), 403, 'FORBIDDEN');
    const pause = await admin.ask('/operations/rounds/1/close', { method: 'POST', body: { reason: 'x' } });
    expect(pause.status).not.toBe(403);
  });

  it('"distribute" may save and not pause; any key may stop a waiting activation', async () => {
    const admin = clientOf({
      ...{ ACTIVATION: 'one-key', ACTIVATION_DELAY_HOURS: '1' },
      ADMIN_KEYS: JSON.stringify({
        boss: { sha256: second, roles: ['distribute'] },
        helper: { sha256: first, roles: ['operate'] },
      }),
    });
    const wallets = split(await admin.current(), 60);
    expect((await admin.save(wallets, SECOND)).status).toBe(200);
    const { waiting } = configOf(await admin.activate({}, SECOND));
    failure(
      await admin.ask('/operations/pause', { method: 'POST', body: { reason: 'x' }, ...SECOND }),
      403,
      'FORBIDDEN',
    );
    expect((await admin.decide('stop', waiting?.ask ?? '', FIRST)).status).toBe(200);
  });
});

describe('an address', () => {
  it('is described as it is typed: unused, a program, a token account, or the neighbour of a known one', async () => {
    const admin = clientOf();
    const near = `${POOL.slice(0, -1)}${POOL.endsWith('9') ? '8' : '9'}`;
    onChain = {
      [THIEF]: null,
      [wallet(5)]: { owner: 'BPFLoaderUpgradeab1e11111111111111111111111', ...PLAIN, executable: true },
      [wallet(6)]: { owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', ...PLAIN },
    };
    const addresses = [THIEF, wallet(5), wallet(6), near, wallet(8)];
    const request = { method: 'POST', body: { addresses } };
    const { data } = await admin.read(lookUpAnswer, '/tax-distribution/lookup', request);
    expect(data.map(({ use, isRefused }) => [use, isRefused])).toEqual([
      ['unused', false],
      ['program', true],
      ['token-account', true],
      ['wallet', false],
      ['wallet', false],
    ]);
    expect(data[0]?.warnings[0]).toMatch(/never used on chain/);
    expect(data[3]).toMatchObject({ neighbourOf: 'Lottery Pool', warnings: [expect.stringContaining('Lottery Pool')] });
    expect(data[4]?.warnings).toEqual([]);
  });

  it('that is a program or a token account is looked up again before the activation, which is refused', async () => {
    const admin = clientOf();
    const { wallets } = await admin.current();
    await admin.saved([
      ...split({ wallets } as DistributionConfig, 60).map((each) => ({ ...each, percentage: each.isAdmin ? 30 : 60 })),
      receiver(6, { label: 'Market', percentage: 10 }),
    ]);
    onChain = { [MARKET]: { owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', ...PLAIN } };
    const { errors } = failure(await admin.activate(), 422, 'BROKEN_RULES');
    expect(errors[0]).toMatch(/^Wallet Market: This is a token account/);
    expect(await inForce(admin)).toBe(1);
    // A silent chain does not forbid an activation, because an old distribution must be restorable during an outage.
    vi.stubGlobal('fetch', async () => new Response('no', { status: 503 }));
    expect((await admin.activate()).status).toBe(200);
  });
});

it('the one configuration is named in every path', async () => {
  const admin = clientOf();
  const elsewhere = await admin.ask(`${ONE}x/stop`, { method: 'POST', body: { ask: 'x' } });
  expect(elsewhere.status).toBe(404);
});
