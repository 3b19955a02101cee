import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';
import { composeHealth, type HealthInput } from '../../../worker/answers/health/composeHealth.ts';
import { MOST_BYTES } from '../../../worker/answers/health/healthParts.ts';
import { type AlertsPulse, NO_PULSE, type Pulse, type TaxPulse } from '../../../worker/answers/health/pulses.ts';

import type { Services } from '../../../worker/compose/roundServices.ts';
import type { Env } from '../../../worker/env.ts';
import { AlertsObject } from '../../../worker/objects/AlertsObject.ts';
import { PLATFORM } from '../../../worker/objects/platform.ts';
import { RoundsObject } from '../../../worker/objects/RoundsObject.ts';
import { READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const PULSE: Pulse = {
  ...{ startedAt: NOW - 1e9, advancedAt: NOW, holdersAt: NOW, poolAt: NOW, beaconAt: NOW, lastError: null },
  ...{
    rpcNodes: 2,
    doubt: null,
    payouts: { isRefused: false, sentence: 'Rounds are paid.', rehearsal: null },
  },
  terms: { differences: [], sentence: 'Terms 1 are the newest, from round 1 on.' },
};
const TAX: TaxPulse = { startedAt: NOW - 1e9, collectedAt: NOW, problem: null };
const WALLETS = [{ name: 'Pool', lamports: 5n, least: 5n }];
const ALERTS: AlertsPulse = {
  ...{
    startedAt: NOW - 1e9,
    lookedAt: NOW,
    databaseAt: NOW,
    databaseBytes: 1e9,
    held: [],
    pausedSince: null,
    lasting: [],
    ended: [],
    unpaid: [],
    recentAlerts: 0,
    downParts: [],
    silentNodes: [],
    nodes: '',
  },
  ...{ walletsAt: NOW, wallets: WALLETS, targets: [{ name: 'webhook', failingSince: null, waiting: 0 }] },
};
const WELL: HealthInput = { problems: [], rounds: PULSE, tax: TAX, alerts: ALERTS, now: NOW };

/** The whole and one part of it. */
function healthOf(name: string, altered: Partial<HealthInput>) {
  const { status, parts } = composeHealth({ ...WELL, ...altered });
  const part = parts.find((each) => each.name === name);
  return { status, part: part?.status, detail: part?.detail ?? '' };
}
const withPulse = (rounds: Partial<Pulse>) => ({ rounds: { ...PULSE, ...rounds } });
const withTax = (tax: Partial<TaxPulse>) => ({ tax: { ...TAX, ...tax } });
const withAlerts = (alerts: Partial<AlertsPulse>) => ({ alerts: { ...ALERTS, ...alerts } });

describe('health about terms', () => {
  const sentence = 'Terms 2 are the newest, from round 500 on.';

  it('says which are announced, and is degraded by each setting that differs from them', () => {
    expect(healthOf('terms', {})).toMatchObject({ status: 'ok', part: 'ok' });
    const differences = ['ENTRY_LOCK_SECONDS is 45, and terms 2 say 60.'];
    expect(healthOf('terms', withPulse({ terms: { differences, sentence } }))).toEqual({
      ...{ status: 'degraded', part: 'degraded' },
      detail: `${sentence} ${differences[0]}`,
    });
  });
});

describe('health about RPC nodes', () => {
  it('says what a single node means, and is well with it', () => {
    const { status, part, detail } = healthOf('rpc', withPulse({ rpcNodes: 1 }));
    expect([status, part]).toEqual(['ok', 'ok']);
    expect(detail).toContain('whoever runs it is believed, and could take the pool');
  });

  it('says that several are compared', () => {
    expect(healthOf('rpc', withPulse({ rpcNodes: 3 }))).toEqual({
      ...{ status: 'ok', part: 'ok' },
      detail: '3 RPC nodes are configured: what moves money needs more than half of them, and any one may fail.',
    });
  });

  it('is degraded for an hour by a doubt, says when it came, and names the nodes', () => {
    const sentence = 'RPC node 1 and node 2 disagree about the holders.';
    const doubted = (ms: number) => healthOf('rpc', withPulse({ doubt: { at: NOW - ms, sentence } }));
    const detail = `At 2027-01-15T07:30:00.000Z: ${sentence}`;
    expect(doubted(30 * MINUTE)).toEqual({ status: 'degraded', part: 'degraded', detail });
    expect(doubted(60 * MINUTE - 1)).toMatchObject({ status: 'degraded', part: 'degraded' });
    expect(doubted(60 * MINUTE)).toMatchObject({ status: 'ok', part: 'ok' });
  });
});

describe('health about rounds', () => {
  it('says since when the draws are paused', () => {
    const detail = 'no round is locked since 2027-01-15T07:55:00.000Z: the draws are paused';
    expect(healthOf('rounds', withAlerts({ pausedSince: NOW - 5 * MINUTE }))).toEqual({
      ...{ status: 'degraded', part: 'degraded', detail },
    });
  });
});

describe('a part that worked before', () => {
  it.each([
    ['rounds', withPulse({ advancedAt: NOW - 5 * MINUTE })],
    ['pool', withPulse({ poolAt: NOW - 5 * MINUTE })],
    ['beacon', withPulse({ beaconAt: NOW - 5 * MINUTE })],
    ['database', withAlerts({ databaseAt: NOW - 5 * MINUTE })],
  ])('says since when it succeeds no more, and nothing that is not so now: %s', (name, altered) => {
    const detail = 'no success since 2027-01-15T07:55:00.000Z';
    expect(healthOf(name, altered)).toEqual({ status: 'degraded', part: 'degraded', detail });
  });

  it('says what is wrong first', () => {
    const altered = withPulse({ advancedAt: NOW - 5 * MINUTE, lastError: 'Too few nodes answered' });
    const detail = 'Too few nodes answered; no success since 2027-01-15T07:55:00.000Z';
    expect(healthOf('rounds', altered)).toMatchObject({ part: 'degraded', detail });
  });
});

describe('a part that never worked', () => {
  it.each(['rounds', 'holders', 'pool', 'beacon'])('is awaited for 3 minutes, and down after them: %s', (name) => {
    const never = (ms: number) => healthOf(name, { rounds: { ...NO_PULSE, rpcNodes: 2, startedAt: NOW - ms } });
    expect(never(3 * MINUTE - 1)).toMatchObject({ status: 'degraded', part: 'degraded', detail: 'not yet' });
    expect(never(3 * MINUTE)).toMatchObject({ status: 'down', part: 'down' });
    expect(never(3 * MINUTE).detail).toMatch(/^never since 2027-/);
  });

  it('makes health down if it is the database, which rounds need, and degraded if it is the tax or the wallets', () => {
    const startedAt = NOW - 3 * MINUTE;
    expect(healthOf('database', withAlerts({ startedAt, databaseAt: null }))).toMatchObject({
      status: 'down',
      part: 'down',
    });
    expect(healthOf('tax', withTax({ startedAt, collectedAt: null }))).toMatchObject({
      status: 'degraded',
      part: 'down',
    });
    expect(healthOf('wallets', withAlerts({ startedAt, walletsAt: null }))).toMatchObject({
      status: 'degraded',
      part: 'down',
    });
  });
});

describe('health about payouts', () => {
  it('says that rounds are rehearsed, and is degraded while live is refused', () => {
    const sentence = 'PAYOUTS=shadow: rounds are rehearsed.';
    const saying = (isRefused: boolean, rehearsal: string | null = null) =>
      healthOf('payouts', withPulse({ payouts: { isRefused, sentence, rehearsal } }));
    expect(saying(false)).toEqual({ status: 'ok', part: 'ok', detail: sentence });
    expect(saying(false, 'Round 7 would have been paid.').detail).toBe(`${sentence} Round 7 would have been paid.`);
    expect(saying(true)).toEqual({ status: 'degraded', part: 'degraded', detail: sentence });
  });
});

describe('health', () => {
  it('is ok when every part is', () => {
    const { status, parts } = composeHealth(WELL);
    expect([status, parts.map(({ name }) => name)]).toEqual([
      'ok',
      [
        ...['settings', 'lock', 'rounds', 'rpc', 'payouts', 'terms', 'holders', 'pool', 'beacon'],
        ...['tax', 'database', 'wallets', 'webhook', 'alerts'],
      ],
    ]);
  });

  it.each<[string, Partial<HealthInput>, string, string]>([
    ['rounds', withPulse({ advancedAt: NOW - 600_000 }), 'down', 'down'],
    // A clock that was an hour ahead has left a time in the future. The clocks of two machines differ by less.
    ['rounds', withPulse({ advancedAt: NOW + 60 * MINUTE }), 'down', 'down'],
    ['rounds', withPulse({ advancedAt: NOW + MINUTE }), 'ok', 'ok'],
    ['rounds', withPulse({ lastError: 'RPC node 1 is silent' }), 'degraded', 'degraded'],
    ['lock', { rounds: null }, 'down', 'down'],
    ['tax', withTax({ collectedAt: NOW - 5 * MINUTE }), 'degraded', 'degraded'],
    ['tax', withTax({ collectedAt: NOW - 30 * MINUTE }), 'down', 'degraded'],
    ['tax', withTax({ problem: 'no exchange answers' }), 'degraded', 'degraded'],
    ['tax', { tax: null }, 'down', 'degraded'],
    ['database', withAlerts({ databaseAt: NOW - 10 * MINUTE }), 'down', 'down'],
    ['database', withAlerts({ databaseBytes: MOST_BYTES * 0.7 }), 'degraded', 'degraded'],
    ['wallets', withAlerts({ wallets: [{ name: 'Pool', lamports: 4n, least: 5n }] }), 'degraded', 'degraded'],
    ['alerts', { alerts: null }, 'down', 'degraded'],
    ['alerts', withAlerts({ lasting: ['no-payment'] }), 'degraded', 'degraded'],
    // An alert that is over, or that was momentary, does not degrade health.
    ['alerts', withAlerts({ recentAlerts: 2 }), 'ok', 'ok'],
  ])('calls %s what it is (case %#)', (name, altered, part, status) => {
    expect(healthOf(name, altered)).toMatchObject({ part, status });
  });

  it('shows every held round, with its reason', () => {
    const held = [{ round: 12, reason: 'overdue', since: NOW - 172_800_000 }];
    const { part, detail } = healthOf('rounds', withAlerts({ held }));
    expect([part, detail]).toEqual([
      'degraded',
      `round 12 is held (overdue) since ${new Date(NOW - 172_800_000).toISOString()}`,
    ]);
  });

  it('says how full the database is', () => {
    expect(healthOf('database', withAlerts({ databaseBytes: 6.99e9 }))).toMatchObject({
      part: 'ok',
      detail: '6.99 of 10 GB (70%)',
    });
  });

  it('says which target takes nothing, and calls it down after an hour', () => {
    const failing = (ms: number) =>
      healthOf('webhook', withAlerts({ targets: [{ name: 'discord', failingSince: NOW - ms, waiting: 3 }] }));
    expect(failing(1).part).toBe('degraded');
    expect(failing(3_600_001)).toMatchObject({ part: 'down', status: 'degraded' });
    expect(failing(1).detail).toMatch(/^discord has taken nothing since .*, and 3 messages wait$/);
  });
});

/** Instances of an object on one storage, each at its own time, with nodes that cannot be reached. */
async function instances<T>(
  made: new (state: DurableObjectState, env: Env) => T,
  test: (begin: (at: number) => Promise<T>) => Promise<void>,
): Promise<void> {
  await emptyDatabase();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(PLATFORM, 'fetch').mockRejectedValue(new TypeError('unreachable'));
  const now = vi.spyOn(PLATFORM, 'now');
  const stub = env.ALERTS.getByName(`anew-${crypto.randomUUID()}`);
  await runInDurableObject(stub, async (_, state) => {
    await test(async (at) => {
      now.mockReturnValue(at);
      const object = await state.blockConcurrencyWhile(async () => new made(state, READY as unknown as Env));
      // The constructor reads what was noted.
      await state.blockConcurrencyWhile(async () => undefined);
      return object;
    });
  });
}

describe('an object that was removed from memory', () => {
  it('knows what was seen before, how old that is, and what was never seen since the first start', async () => {
    await instances(AlertsObject, async (begin) => {
      await (await begin(NOW - 5 * MINUTE)).tick();
      const alerts = await (await begin(NOW)).readPulse();
      expect(alerts).toMatchObject({ startedAt: NOW - 5 * MINUTE, silentNodes: ['node 1'] });
      const since = `no success since ${new Date(NOW - 5 * MINUTE).toISOString()}`;
      expect(healthOf('database', { alerts })).toMatchObject({ part: 'degraded', detail: since });
      const never = `never since ${new Date(NOW - 5 * MINUTE).toISOString()}`;
      expect(healthOf('wallets', { alerts })).toMatchObject({ part: 'down', detail: never });
    });
  });

  it('knows the terms, the payouts and the doubts of which the rounds’ object had said something', async () => {
    const sentence = 'PAYOUTS=shadow: rounds are rehearsed.';
    const payouts = { isRefused: false, sentence, rehearsal: 'Round 7 would have been paid.' };
    await instances(RoundsObject, async (begin) => {
      const first = await begin(NOW - 5 * MINUTE);
      const { services } = first as unknown as { services: Services };
      Object.assign(services.watchTerms, { report: () => PULSE.terms });
      Object.assign(services.payouts, { report: () => payouts });
      services.doubts.onDoubt({ kind: 'differs', nodes: ['node 1'], about: 'the pool', detail: 'x' });
      await first.tick();
      const rounds = await (await begin(NOW)).readPulse();
      expect(rounds).toMatchObject({ terms: PULSE.terms, payouts, doubt: { at: NOW - 5 * MINUTE } });
      expect(healthOf('rpc', { rounds }).detail).toContain('RPC node 1 gave another answer about the pool');
    });
  });

  it('has not looked yet, and is not down, when no look has ended before', async () => {
    await instances(AlertsObject, async (begin) => {
      await (await begin(NOW - 60 * MINUTE)).readPulse();
      const alerts = await (await begin(NOW)).readPulse();
      for (const part of ['database', 'wallets'])
        expect(healthOf(part, { alerts })).toMatchObject({ part: 'degraded', detail: 'not yet' });
    });
  });
});
