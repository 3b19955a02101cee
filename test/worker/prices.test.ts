import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prices } from '../../src/contract/prices.ts';
import { stats } from '../../src/contract/stats.ts';
import type { PriceReading, SourceReading } from '../../src/price/reading.ts';
import { GOD_SOL, SOL_USD } from '../../src/price/rules.ts';
import { createPriceCache, type PriceCache } from '../../worker/cache/prices.ts';
import { writePublicState } from '../../worker/cache/publicState.ts';
import { createAskSources } from '../../worker/feeds/askSources.ts';
import { godSolSources } from '../../worker/feeds/godSolSources.ts';
import { SOL_PRICE_URLS, solUsdSources } from '../../worker/feeds/solUsdSources.ts';
import { createReadPrice } from '../../worker/services/readPrices.ts';
import { wallet } from '../domain/wallets.ts';
import { freshWorker } from './freshWorker.ts';

const NOW = 1_800_000_000_000;

/** What one exchange does: its JSON, a whole `Response`, or a failure of the network. */
type Exchange = (url: URL, init: RequestInit) => unknown;

/**
 * A `fetch` behind which exchanges stand, by host. A source takes every exception for a failure, so what a test did not expect is
 * kept in `surprises`, to be checked after each test.
 */
function fakeExchanges(exchanges: Record<string, Exchange>) {
  const calls: { url: URL; init: RequestInit }[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    const exchange = exchanges[url.host];
    if (exchange === undefined) surprises.push(`nobody expected a call of ${url}`);
    if (!(init.signal instanceof AbortSignal)) surprises.push(`${url} has no time limit`);
    if ((init.method ?? 'GET') !== 'GET') surprises.push(`${url} is no GET`);
    calls.push({ url, init });
    const answer = await exchange?.(url, init);
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { fetch: fetch as typeof globalThis.fetch, calls };
}

const surprises: string[] = [];
afterEach(() => {
  expect(surprises.splice(0)).toEqual([]);
  vi.restoreAllMocks();
});

const down: Exchange = () => {
  throw new TypeError('connection refused');
};
const late: Exchange = () => {
  throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
};

const COINGECKO = 'api.coingecko.com';
const BINANCE = 'data-api.binance.vision';
const COINBASE = 'api.coinbase.com';
const WELL = {
  [COINGECKO]: () => ({ solana: { usd: 201.5 } }),
  [BINANCE]: () => ({ symbol: 'SOLUSDT', price: '201.40000000' }),
  [COINBASE]: () => ({ data: { amount: '201.45', base: 'SOL', currency: 'USD' } }),
  'transaction-v1.raydium.io': () => ({ id: 'x', success: true, version: 'V1', data: { outputAmount: '1000000' } }),
  'api.jup.ag': () => ({ inAmount: '100000000000', outAmount: '1020000' }),
};

describe('the sources of SOL in USD', () => {
  const askOf = (exchanges: Record<string, Exchange>, urls = SOL_PRICE_URLS) => {
    const lines: string[] = [];
    const { fetch, calls } = fakeExchanges(exchanges);
    const ask = createAskSources({
      sources: solUsdSources(urls, fetch),
      rules: SOL_USD,
      now: () => NOW,
      log: (line) => lines.push(line),
    });
    return { ask, calls, lines };
  };
  const pricesOf = (readings: readonly SourceReading[]) =>
    readings.map(({ success, price }) => (success ? price : price - 1));

  it('are asked at their documented addresses, all at once, each for five seconds, and understood', async () => {
    const { ask, calls, lines } = askOf(WELL);
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const asked = ask();
    expect(limit.mock.calls).toEqual([[5_000], [5_000], [5_000]]);
    expect(calls.map(({ url }) => String(url))).toEqual([
      'https://api.coingecko.com/api/v3/simple/price?ids=solana&vs_currencies=usd',
      'https://data-api.binance.vision/api/v3/ticker/price?symbol=SOLUSDT',
      'https://api.coinbase.com/v2/prices/SOL-USD/spot',
    ]);
    expect(await asked).toEqual([
      { name: 'CoinGecko', price: 201.5, time: NOW, success: true },
      { name: 'Binance', price: 201.4, time: NOW, success: true },
      { name: 'Coinbase', price: 201.45, time: NOW, success: true },
    ]);
    expect(lines).toEqual([]);
  });

  it('can be Kraken too, and are recognized by their path behind any host and prefix', async () => {
    const kraken = { error: [], result: { SOLUSD: { c: ['199.90', '1.5'], o: '1' } } };
    const { ask } = askOf({ 'any.test': ({ pathname }) => (pathname.includes('Ticker') ? kraken : WELL[COINBASE]()) }, [
      'https://any.test/kraken/0/public/Ticker?pair=SOLUSD',
      'http://any.test/coinbase/v2/prices/SOL-USD/spot',
    ]);
    expect((await ask()).map(({ name, price }) => [name, price])).toEqual([
      ['Kraken', 199.9],
      ['Coinbase', 201.45],
    ]);
    expect(() => solUsdSources(['https://any.test/price'], fetch)).toThrow(RangeError);
  });

  const binance =
    (price: unknown): Exchange =>
    () => ({ price });
  it.each<[string, Record<string, Exchange>]>([
    ['is down', { [BINANCE]: down }],
    ['is late', { [BINANCE]: late }],
    ['answers 429 with a good body', { [BINANCE]: () => Response.json(WELL[BINANCE](), { status: 429 }) }],
    ['answers 500', { [BINANCE]: () => new Response('oops', { status: 500 }) }],
    ['answers HTML', { [BINANCE]: () => new Response('<html>200.00</html>') }],
    ['answers nothing', { [BINANCE]: () => new Response('') }],
    ['breaks off', { [BINANCE]: () => new Response('{"price":"201.4') }],
    ['answers null', { [BINANCE]: () => null }],
    ['answers a list', { [BINANCE]: () => [{ price: '201.4' }] }],
    ['answers an error', { [BINANCE]: () => ({ code: -1121, msg: 'Invalid symbol.' }) }],
    ['answers another type', { [BINANCE]: binance(201.4) }],
    ...[
      '',
      ' 201.4',
      '2e2',
      '0xC9',
      'Infinity',
      'NaN',
      '-201.4',
      '0',
      '0.00000000',
      '49.99',
      '500.01',
      '20140',
      'two hundred',
    ].map((price): [string, Record<string, Exchange>] => [
      `says ${JSON.stringify(price)}`,
      { [BINANCE]: binance(price) },
    ]),
  ])('that %s has not succeeded, and does not touch the others', async (_what, broken) => {
    const { ask, lines } = askOf({ ...WELL, ...broken });
    expect(pricesOf(await ask())).toEqual([201.5, -1, 201.45]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^price source Binance (did|could|answered|gave) [\w ]+$/);
  });

  it.each<[string, Exchange]>([
    ['text', () => ({ solana: { usd: '201.5' } })],
    ['zero', () => ({ solana: { usd: 0 } })],
    ['a negative price', () => ({ solana: { usd: -201.5 } })],
    ['a price beyond all numbers', () => new Response('{"solana":{"usd":1e999}}')],
    ['null', () => ({ solana: { usd: null } })],
    ['no such coin', () => ({})],
  ])('do not believe %s from CoinGecko', async (_what, coingecko) => {
    const { ask } = askOf({ ...WELL, [COINGECKO]: coingecko });
    expect(pricesOf(await ask())).toEqual([-1, 201.4, 201.45]);
  });

  it('do not believe Kraken beside an error', async () => {
    const answer = { error: ['EService:Busy'], result: { SOLUSD: { c: ['199.90', '1.5'] } } };
    const { ask } = askOf({ 'kraken.test': () => answer }, ['https://kraken.test/0/public/Ticker?pair=SOLUSD']);
    expect(pricesOf(await ask())).toEqual([-1]);
  });

  it('are logged once per change: when one fails, when it fails otherwise, and when it is back', async () => {
    let coinbase: Exchange = WELL[COINBASE];
    const { ask, lines } = askOf({ ...WELL, [COINBASE]: (url, init) => coinbase(url, init) });
    const phases: Exchange[] = [down, late, () => new Response('', { status: 503 }), WELL[COINBASE]];
    for (const phase of phases) {
      coinbase = phase;
      for (let i = 0; i < 3; i++) await ask();
    }
    expect(lines).toEqual([
      'price source Coinbase could not be reached',
      'price source Coinbase did not answer within 5000 ms',
      'price source Coinbase answered 503',
      'price source Coinbase is back',
    ]);
  });

  it('say the same of any price that is out of range, however it moves', async () => {
    let usd = 600;
    const { ask, lines } = askOf({ ...WELL, [COINGECKO]: () => ({ solana: { usd: usd++ } }) });
    for (let i = 0; i < 3; i++) await ask();
    expect(lines).toEqual(['price source CoinGecko gave no acceptable price']);
  });
});

describe('the sources of GOD in SOL', () => {
  const askOf = (exchanges: Record<string, Exchange>, jupiterApiKey: string | null = null) => {
    const lines: string[] = [];
    const { fetch, calls } = fakeExchanges(exchanges);
    const ask = createAskSources({
      sources: godSolSources({
        ...{ mint: wallet(77), jupiterApiKey, fetch },
        ...{ raydiumUrl: 'https://transaction-v1.raydium.io', jupiterUrl: 'https://api.jup.ag' },
      }),
      rules: GOD_SOL,
      now: () => NOW,
      log: (line) => lines.push(line),
    });
    return { ask, calls, lines };
  };

  it('are asked what 100,000 GOD fetch at 1% slippage, and the answer is divided', async () => {
    const { ask, calls } = askOf(WELL);
    const asked = ask();
    const query = `inputMint=${wallet(77)}&outputMint=So11111111111111111111111111111111111111112&amount=100000000000&slippageBps=100`;
    expect(calls.map(({ url }) => String(url))).toEqual([
      `https://transaction-v1.raydium.io/compute/swap-base-in?${query}&txVersion=V0`,
      `https://api.jup.ag/swap/v1/quote?${query}`,
    ]);
    expect(await asked).toEqual([
      { name: 'Raydium', price: 0.000_000_01, time: NOW, success: true },
      { name: 'Jupiter', price: 0.000_000_010_2, time: NOW, success: true },
    ]);
  });

  it('get the API key where one is set, Jupiter alone, and it is in no address and no log', async () => {
    const keyOf = (given: ReturnType<typeof askOf>) =>
      given.calls.map(({ init }) => new Headers(init.headers).get('x-api-key'));
    const without = askOf(WELL);
    await without.ask();
    expect(keyOf(without)).toEqual([null, null]);
    const withKey = askOf({ ...WELL, 'api.jup.ag': () => new Response('canary', { status: 401 }) }, 'canary');
    await withKey.ask();
    expect(keyOf(withKey)).toEqual([null, 'canary']);
    expect([...withKey.lines, ...withKey.calls.map(({ url }) => String(url))].join()).not.toContain('canary');
  });

  const raydium = (data: unknown) => () => ({ success: true, data });
  it.each<[string, Exchange]>([
    ['finds no route', () => ({ success: false, msg: 'ROUTE_NOT_FOUND' })],
    ['fails with a price', () => ({ success: false, data: { outputAmount: '1000000' } })],
    ['quotes zero', raydium({ outputAmount: '0' })],
    ['quotes a number', raydium({ outputAmount: 1000000 })],
    ['quotes a fraction', raydium({ outputAmount: '1000000.5' })],
    ['quotes an exponent', raydium({ outputAmount: '1e6' })],
    ['quotes less than nothing', raydium({ outputAmount: '-1000000' })],
    ['quotes more than there can be', raydium({ outputAmount: '18446744073709551616' })],
    ['quotes nothing', raydium({})],
    ['is down', down],
    ['is late', late],
  ])('do not count Raydium when it %s', async (_what, broken) => {
    const { ask, lines } = askOf({ ...WELL, 'transaction-v1.raydium.io': broken });
    expect(await ask()).toEqual([
      { name: 'Raydium', price: 0, time: NOW, success: false },
      { name: 'Jupiter', price: 0.000_000_010_2, time: NOW, success: true },
    ]);
    expect(lines).toHaveLength(1);
  });
});

const READING: PriceReading = {
  ...{ price: 201.45, confidence: 'high', readAt: NOW, pricedAt: NOW },
  sources: [
    { name: 'A', price: 201.45, time: NOW, success: true },
    { name: 'B', price: 0, time: NOW, success: false },
  ],
};

describe('prices in KV', () => {
  const KEY = 'price:sol-usd';
  const lines: string[] = [];
  const cacheOf = (kv: KVNamespace) =>
    createPriceCache({ kv, key: KEY, rules: SOL_USD, log: (line) => lines.push(line) });
  const cache = cacheOf(env.CACHE);
  beforeEach(async () => {
    lines.length = 0;
    await env.CACHE.delete(KEY);
  });

  it('come back as they were left, as { value, time }, with a clean-up time of an hour', async () => {
    expect(await cache.read()).toBeNull();
    const before = Date.now() / 1000;
    await cache.write(READING);
    const after = Date.now() / 1000;
    expect(await cache.read()).toEqual(READING);
    expect(await env.CACHE.get(KEY, 'json')).toMatchObject({ value: { price: 201.45 }, time: NOW });
    const { keys } = await env.CACHE.list();
    const expiration = keys.find(({ name }) => name === KEY)?.expiration ?? 0;
    expect(expiration - before).toBeGreaterThanOrEqual(3_599);
    expect(expiration - after).toBeLessThan(3_660);
    expect(lines).toEqual([]);
  });

  it.each([
    ['nothing of ours', '"canary"'],
    ['no JSON', 'canary'],
    ['another version', JSON.stringify({ price: 201.45, time: NOW })],
    ['no time', JSON.stringify({ value: { price: 201.45, confidence: 'high', sources: [] } })],
    ['a price out of range', JSON.stringify({ value: { price: 501, confidence: 'high', sources: [] }, time: NOW })],
    ['a price that is text', JSON.stringify({ value: { price: '201', confidence: 'high', sources: [] }, time: NOW })],
    ['a price of zero', JSON.stringify({ value: { price: 0, confidence: 'high', sources: [] }, time: NOW })],
  ])('are not there when %s is stored', async (_what, stored) => {
    await env.CACHE.put(KEY, stored);
    expect(await cache.read()).toBeNull();
  });

  it('are not there while KV fails, and nobody else fails with it', async () => {
    const refuse = () => Promise.reject(new Error('KV is away'));
    const broken = cacheOf({ get: refuse, put: refuse } as unknown as KVNamespace);
    expect(await broken.read()).toBeNull();
    await broken.write(READING);
    expect(lines).toEqual([`${KEY} was not read: KV is away`, `${KEY} was not written: KV is away`]);
  });

  it('are not waited for when KV hangs', async () => {
    const hanging = cacheOf({ get: () => new Promise(() => {}) } as unknown as KVNamespace);
    expect(await hanging.read()).toBeNull();
    expect(lines).toEqual([`${KEY} was not read: KV did not answer in time`]);
  });
});

describe('reading a price', () => {
  /** One isolate with sources that answer when the test says so, a clock, and a KV of its own. */
  function isolateWith(stored: PriceReading | null = null) {
    const world = { now: NOW, stored, written: 0 };
    const asked: PromiseWithResolvers<number | null>[] = [];
    const behind: Promise<void>[] = [];
    const cache: PriceCache = {
      read: async () => world.stored,
      write: async (reading) => {
        world.stored = reading;
        world.written++;
      },
    };
    const read = createReadPrice({
      rules: SOL_USD,
      cache,
      now: () => world.now,
      waitUntil: (work) => behind.push(work),
      askSources: createAskSources({
        sources: [
          {
            name: 'A',
            ask: () => {
              const answer = Promise.withResolvers<number | null>();
              asked.push(answer);
              return answer.promise;
            },
          },
        ],
        ...{ rules: SOL_USD, now: () => world.now, log: () => {} },
      }),
    });
    const answer = async (price: number | null) => {
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      asked.shift()?.resolve(price);
      await Promise.all(behind.splice(0));
    };
    return { world, asked, behind, read, answer };
  }
  const at = (price: number, time: number): PriceReading => ({ ...READING, price, readAt: time, pricedAt: time });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };

  it('the first time, a page does not wait: nothing is known, and the next one has it', async () => {
    const { read, answer, world } = isolateWith();
    expect(await read({ mayWait: false })).toBeNull();
    await answer(201);
    expect(await read({ mayWait: false })).toMatchObject({ price: 201, readAt: NOW, pricedAt: NOW });
    expect(world.stored).toMatchObject({ price: 201 });
  });

  it('the first time, who may wait does, and all others meanwhile do not', async () => {
    const { read, answer, asked } = isolateWith();
    const first = read({ mayWait: true });
    await settle();
    expect(await Promise.all([read({ mayWait: true }), read({ mayWait: false })])).toEqual([null, null]);
    expect(asked).toHaveLength(1);
    await answer(201);
    expect(await first).toMatchObject({ price: 201 });
  });

  it('takes what another isolate has left in KV, and asks nobody while that is fresh', async () => {
    const { read, world, asked, behind } = isolateWith(at(201, NOW - 119_999));
    expect(await read({ mayWait: true })).toMatchObject({ price: 201, pricedAt: NOW - 119_999 });
    world.stored = null;
    expect(await read({ mayWait: true })).toMatchObject({ price: 201 });
    expect([asked.length, behind.length]).toEqual([0, 0]);
  });

  it('serves the old price at once while one request refreshes it behind its answer', async () => {
    const { read, answer, asked, world } = isolateWith(at(201, NOW));
    await read({ mayWait: false });
    world.now += 120_000;
    const served = await Promise.all(Array.from({ length: 100 }, (_, i) => read({ mayWait: i % 2 === 0 })));
    expect(new Set(served.map((reading) => reading?.price))).toEqual(new Set([201]));
    await settle();
    expect(asked).toHaveLength(1);
    await answer(210);
    expect(await read({ mayWait: false })).toMatchObject({ price: 210, pricedAt: NOW + 120_000 });
    expect(world.written).toBe(1);
  });

  it('refreshes one at a time, and again only when the price is old again', async () => {
    const { read, answer, asked, world } = isolateWith();
    for (const price of [201, 202, 203]) {
      await read({ mayWait: false });
      await read({ mayWait: false });
      await answer(price);
      expect(asked).toHaveLength(0);
      world.now += 119_999;
      expect(await read({ mayWait: false })).toMatchObject({ price });
      expect(asked).toHaveLength(0);
      world.now += 1;
    }
    expect(world.written).toBe(3);
  });

  it('of another isolate spares the sources', async () => {
    const { read, world, asked, behind } = isolateWith(at(201, NOW));
    await read({ mayWait: false });
    world.now += 120_000;
    world.stored = at(207, NOW + 100_000);
    expect(await read({ mayWait: false })).toMatchObject({ price: 201 });
    await Promise.all(behind);
    expect(await read({ mayWait: false })).toMatchObject({ price: 207 });
    expect(asked).toHaveLength(0);
  });

  it('goes on when the request that held the claim was cancelled', async () => {
    const { read, asked, world } = isolateWith(at(201, NOW));
    await read({ mayWait: false });
    world.now += 120_000;
    await read({ mayWait: false });
    await settle();
    world.now += 7_999;
    await read({ mayWait: false });
    await settle();
    expect(asked).toHaveLength(1);
    world.now += 1;
    await read({ mayWait: false });
    await settle();
    expect(asked).toHaveLength(2);
  });

  it('keeps the last price while the sources fail, then falls back; neither gets into KV', async () => {
    const { read, answer, world } = isolateWith(at(201, NOW));
    await read({ mayWait: false });
    const failingAt = async (seconds: number) => {
      world.now = NOW + seconds * 1_000;
      await read({ mayWait: false });
      await answer(null);
      return read({ mayWait: false });
    };
    expect(await failingAt(120)).toMatchObject({ price: 201, confidence: 'low', pricedAt: NOW });
    expect(await failingAt(150)).toMatchObject({ price: 201, confidence: 'low', pricedAt: NOW });
    expect(await failingAt(301)).toMatchObject({ price: 152, confidence: 'low', pricedAt: null });
    expect(world).toMatchObject({ written: 0, stored: { price: 201 } });
  });

  it('with no price at all falls back, is tried again after 30 s, and nobody waits for that', async () => {
    const { read, answer, asked, world } = isolateWith();
    const first = read({ mayWait: true });
    await answer(null);
    expect(await first).toMatchObject({ price: 152, pricedAt: null });
    world.now += 29_999;
    await read({ mayWait: true });
    expect(asked).toHaveLength(0);
    world.now += 1;
    expect(await read({ mayWait: true })).toMatchObject({ price: 152 });
    await answer(201);
    expect(await read({ mayWait: true })).toMatchObject({ price: 201 });
  });
});

describe('at the edge', () => {
  beforeEach(async () => {
    // The real lock has no settings here, and sources fail: both are said, and expected.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await Promise.all(['price:sol-usd', 'price:god-sol', 'public-state'].map((key) => env.CACHE.delete(key)));
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

  it('leaves the prices in KV for other isolates, which ask nobody', async () => {
    withExchanges(WELL);
    const { text } = await freshWorker().ask('/api/prices');
    withExchanges({});
    expect((await freshWorker().ask('/api/prices')).text).toBe(text);
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
      ...{ distributedLamports: '0', chain: { holders: null, mint: null } },
    };
    beforeEach(() =>
      writePublicState(env.CACHE, {
        ...state,
        chain: { ...state.chain, pool: { lamports: '50000000000', slot: 1, readAt: NOW } },
      }),
    );

    it('rest all their USD figures on the price that is known', async () => {
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
