import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PriceReading } from '../../../src/price/reading.ts';
import { SOL_USD } from '../../../src/price/rules.ts';
import { createPriceCache } from '../../../worker/cache/prices.ts';
import { createAskSources } from '../../../worker/feeds/askSources.ts';
import { createReadPrice, writePrice } from '../../../worker/prices/readPrices.ts';

const NOW = 1_800_000_000_000;

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
  beforeEach(() => {
    lines.length = 0;
  });

  it('are read as they were stored, as { value, time }, and expire after an hour', async () => {
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
    const world = { now: NOW, stored };
    const asked: PromiseWithResolvers<number | null>[] = [];
    const behind: Promise<void>[] = [];
    const cache = { read: async () => world.stored };
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
    expect(world.stored).toBeNull();
  });

  it('the first time, a caller that may wait does, and all others meanwhile do not', async () => {
    const { read, answer, asked } = isolateWith();
    const first = read({ mayWait: true });
    await settle();
    expect(await Promise.all([read({ mayWait: true }), read({ mayWait: false })])).toEqual([null, null]);
    expect(asked).toHaveLength(1);
    await answer(201);
    expect(await first).toMatchObject({ price: 201 });
  });

  it('takes what the cron has stored in KV, and asks no source while it is fresh', async () => {
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
  });

  it('of the cron spares the sources', async () => {
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

  it('keeps the last price while the sources fail, then falls back', async () => {
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
    expect(world.stored).toMatchObject({ price: 201 });
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

describe('the one writer of a price', () => {
  const writing = (...prices: readonly (number | null)[]) => {
    const written: PriceReading[] = [];
    const sources = prices.map((price, i) => ({ name: `source ${i}`, ask: async () => price }));
    const askSources = createAskSources({ sources, rules: SOL_USD, now: () => NOW, log: () => {} });
    const cache = { write: async (reading: PriceReading) => void written.push(reading) };
    return { written, write: () => writePrice({ rules: SOL_USD, askSources, cache, now: () => NOW }) };
  };

  it('stores what the answering sources say, for all isolates', async () => {
    const { written, write } = writing(201, null, 203);
    await write();
    expect(written).toMatchObject([{ price: 202, readAt: NOW, pricedAt: NOW }]);
  });

  it('stores nothing when no source answers: the old price stays', async () => {
    const { written, write } = writing(null, 700);
    await write();
    expect(written).toEqual([]);
  });
});
