import { beforeEach, describe, expect, it } from 'vitest';
import { METRICS } from '../../../src/contract/metrics.ts';
import { composeMetrics, type MetricsInput, metricsText } from '../../../worker/answers/health/composeMetrics.ts';
import type { PublicState } from '../../../worker/cache/publicState.ts';
import { ADMIN_KEY } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { freshWorker } from '../freshWorker.ts';

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const LAMPORTS = 18_000_000_000_000_000_001n;

const STATE: PublicState = {
  ...{ payments: [], isRehearsal: false },
  ...{ builtAt: 1, lockedRound: null, paused: true, totalWinners: 6, recentWinners: [] },
  lastRound: { round: 2, state: 'paid', reason: null, winners: [], paidAt: null, seal: null, witnesses: null },
  distributedLamports: `${LAMPORTS}`,
  chain: {
    holdersFailingSince: null,
    terms: null,
    holders: { participants: [], total: 41, topHolders: [], slot: 1, readAt: 1 },
    ...{ pool: { wallet: 'the pool', lamports: '7', slot: 1, readAt: 1 }, mint: null },
  },
};
const WHOLE: MetricsInput = {
  health: {
    ...{ status: 'degraded', version: '1.2.3' },
    parts: [
      { name: 'rpc', status: 'ok', age: null, lastSuccessAt: null, detail: '' },
      { name: 'pool', status: 'down', age: 700, lastSuccessAt: null, detail: '' },
    ],
  },
  alerts: {
    ...{ startedAt: 1, lookedAt: 1, databaseAt: 1, databaseBytes: 5, recentAlerts: 2, walletsAt: 1, targets: [] },
    ...{ lasting: [], ended: [], unpaid: [], downParts: [], silentNodes: [], nodes: '' },
    held: [{ round: 1, reason: 'no-beacon', since: 1 }],
    pausedSince: null,
    wallets: [{ name: 'Tax "main"\n', lamports: 8n, least: 9n }],
  },
  state: STATE,
  clock: { genesisTime: 0, roundSeconds: 3_600, entryLockSeconds: 60 },
  now: 2.5 * 3_600_000,
};

beforeEach(async () => {
  await emptyDatabase();
});

describe('GET /api/metrics', () => {
  it('answers in Prometheus’ format when an admin key comes as a bearer token, and is not cached', async () => {
    const { status, text, response, cache } = await freshWorker().ask('/api/metrics', bearer(ADMIN_KEY));
    expect([status, cache]).toEqual([200, 'no-store']);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(
      /^# HELP game_of_draws_info .+\n# TYPE game_of_draws_info gauge\ngame_of_draws_info\{version="/,
    );
    expect(text.endsWith('\n')).toBe(true);
  });

  it.each([
    ['no key', {}],
    ['a wrong key', bearer('wrong')],
    ['the key in the console’s header', { headers: { 'x-admin-key': ADMIN_KEY } }],
    ['the key without its scheme', { headers: { authorization: ADMIN_KEY } }],
    ['the key behind another scheme', { headers: { authorization: `Basic ${ADMIN_KEY}` } }],
  ])('tells nothing to whoever sends %s', async (_what, init) => {
    const { status, text, cache } = await freshWorker().ask('/api/metrics', init);
    expect([status, cache]).toEqual([401, 'no-store']);
    expect(JSON.parse(text)).toEqual({ success: false, error: 'Invalid admin key', code: 'UNAUTHORIZED' });
  });

  it('opens no other route with a bearer token, because another site can send that but not the console’s header', async () => {
    const { status } = await freshWorker().ask('/api/admin/operations', bearer(ADMIN_KEY));
    expect(status).toBe(401);
  });

  it('slows wrong keys as the console does', async () => {
    const worker = freshWorker();
    const from = { headers: { authorization: 'Bearer wrong', 'CF-Connecting-IP': '192.0.2.77' } };
    const answers: number[] = [];
    for (let i = 0; i < 11; i++) answers.push((await worker.ask('/api/metrics', from)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('leaves out what it cannot know instead of inventing a zero', async () => {
    const names = composeMetrics({ ...WHOLE, alerts: null, state: null }).map(({ name }) => name);
    expect([...new Set(names)]).toEqual([
      ...['game_of_draws_info', 'game_of_draws_healthy', 'game_of_draws_part_healthy'],
      ...['game_of_draws_part_age_seconds', 'game_of_draws_round'],
    ]);
  });
});

describe('the metrics', () => {
  it('are exactly those of the contract, exact to the lamport, with escaped labels', () => {
    const text = metricsText(composeMetrics(WHOLE));
    const values = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(values).toEqual([
      'game_of_draws_info{version="1.2.3"} 1',
      'game_of_draws_healthy 0.5',
      'game_of_draws_part_healthy{part="rpc"} 1',
      'game_of_draws_part_healthy{part="pool"} 0',
      'game_of_draws_part_age_seconds{part="pool"} 700',
      'game_of_draws_round 3',
      'game_of_draws_last_round{state="paid"} 2',
      'game_of_draws_paused 1',
      'game_of_draws_pool_lamports 7',
      'game_of_draws_eligible_wallets 41',
      `game_of_draws_paid_lamports_total ${LAMPORTS}`,
      'game_of_draws_winners_total 6',
      'game_of_draws_held_rounds 1',
      'game_of_draws_recent_alerts 2',
      String.raw`game_of_draws_wallet_lamports{wallet="Tax \"main\"\n"} 8`,
      String.raw`game_of_draws_wallet_least_lamports{wallet="Tax \"main\"\n"} 9`,
      'game_of_draws_database_bytes 5',
    ]);
    for (const [name, { type }] of Object.entries(METRICS)) expect(text).toContain(`# TYPE ${name} ${type}\n`);
  });
});
