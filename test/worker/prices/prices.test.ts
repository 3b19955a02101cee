import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prices } from '../../../src/contract/prices.ts';
import { stats } from '../../../src/contract/stats.ts';
import { writePublicState } from '../../../worker/cache/publicState.ts';
import type { Env } from '../../../worker/env.ts';
import { writePrices } from '../../../worker/prices/priceReader.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { COMPLETE } from '../completeSettings.ts';
import { down, type Exchange, fakeExchanges, takeSurprises, WELL } from '../fakeExchanges.ts';
import { freshWorker } from '../freshWorker.ts';

const NOW = 1_800_000_000_000;

afterEach(() => {
  expect(takeSurprises()).toEqual([]);
  vi.restoreAllMocks();
});

describe('at the edge', () => {
  beforeEach(() => {
    // The real lock has no settings here, and sources fail: both are said, and expected.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  const withExchanges = (exchanges: Record<string, Exchange>) => {
    const fake = fakeExchanges(exchanges);
    vi.spyOn(globalThis, 'fetch').mockImplementation(fake.fetch);
    return fake;
  };

  it('GET /api/prices waits for the very first price, and has both with their sources', async () => {
    const { calls } = withExchanges(WELL);
    const askedAt = Date.now();
    const { text, status, cache } = await freshWorker().ask('/api/prices');
    expect(status).toBe(200);
    const { sol, god } = prices.parse(JSON.parse(text));
    expect(sol).toMatchObject({ price: 201.45, currency: 'USD', confidence: 'high', stale: false, fallback: false });
    expect(sol.sources.map(({ name, success }) => [name, success])).toEqual([
      ...[
        ['CoinGecko', true],
        ['Binance', true],
        ['Coinbase', true],
      ],
    ]);
    expect(god).toMatchObject({ currency: 'SOL', confidence: 'high', stale: false, fallback: false });
    expect(god.price).toBeCloseTo(0.000_000_010_1, 14);
    expect(Date.parse(sol.lastUpdated ?? '')).toBeGreaterThanOrEqual(askedAt);
    expect(cache).toBe('public, max-age=5');
    expect(calls).toHaveLength(5);
  });

  it('are written to KV by the minute’s cron alone; isolates read them there and ask no exchange', async () => {
    withExchanges(WELL);
    await freshWorker().ask('/api/prices');
    expect(await env.CACHE.get('price:sol-usd')).toBeNull();
    const parsed = parseSettings(COMPLETE);
    if (!parsed.ok) throw new Error(parsed.problems.join());
    await writePrices(env as unknown as Env, parsed.settings);
    withExchanges({});
    const { sol, god } = prices.parse(JSON.parse((await freshWorker().ask('/api/prices')).text));
    expect([sol.price, sol.fallback, god.confidence]).toEqual([201.45, false, 'high']);
  });

  it('with every source down answers the marked fallbacks, and lets no cache keep them', async () => {
    withExchanges(Object.fromEntries(Object.keys(WELL).map((host) => [host, down])));
    const { text, status, cache } = await freshWorker().ask('/api/prices');
    expect([status, cache]).toEqual([200, 'no-store']);
    const { sol, god } = prices.parse(JSON.parse(text));
    const marked = { confidence: 'low', stale: true, fallback: true, lastUpdated: null };
    expect(sol).toMatchObject({ price: 152, ...marked });
    expect(god).toMatchObject({ price: 0.000_000_01, ...marked });
    expect(sol.sources.map(({ price, success }) => [price, success])).toEqual([
      ...[
        [0, false],
        [0, false],
        [0, false],
      ],
    ]);
    expect(god.sources).toHaveLength(2);
  });

  describe('the stats', () => {
    const state = {
      ...{ builtAt: NOW, lastRound: null, lockedRound: null, paused: false, totalWinners: 0, recentWinners: [] },
      ...{ distributedLamports: '0', payments: [], isRehearsal: false },
      chain: { holders: null, holdersFailingSince: null, terms: null, mint: null },
    };
    beforeEach(() =>
      writePublicState(env.CACHE, {
        ...state,
        chain: { ...state.chain, pool: { wallet: 'the pool', lamports: '50000000000', slot: 1, readAt: NOW } },
      }),
    );

    it('compute all their USD figures with the known price', async () => {
      withExchanges(WELL);
      const worker = freshWorker();
      await worker.ask('/api/prices');
      const { solPrice, prizePool, prizes } = stats.parse(JSON.parse((await worker.ask('/api/lottery/stats')).text));
      expect(solPrice).toMatchObject({ usd: 201.45, confidence: 'high', stale: false, fallback: false });
      expect(solPrice.updatedAt).not.toBeNull();
      // 50 SOL in the pool: 10 SOL to win, of which 7, 2 and 1.
      expect([prizePool.usd, ...prizes.map(({ usd }) => usd)]).toEqual([2014.5, 1410.15, 402.9, 201.45]);
    });

    it('and the page wait for no exchange, and say that their first price is a stand-in', async () => {
      // In the middle of a round, because right after the end of one no page shows a jackpot.
      vi.spyOn(Date, 'now').mockReturnValue(NOW);
      const never = new Promise<never>(() => {});
      const { calls } = withExchanges(Object.fromEntries(Object.keys(WELL).map((host) => [host, () => never])));
      const worker = freshWorker();
      const { text, status } = await worker.ask('/api/lottery/stats');
      expect(status).toBe(200);
      const { solPrice, prizePool } = stats.parse(JSON.parse(text));
      expect(solPrice).toEqual({ usd: 152, confidence: 'low', updatedAt: null, stale: true, fallback: true });
      expect(prizePool.usd).toBe(1520);
      const page = await worker.ask('/');
      expect(page.status).toBe(200);
      expect(page.text).toContain('1,520.00');
      await expect.poll(() => calls.length).toBe(5);
    });
  });
});
