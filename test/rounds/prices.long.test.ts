import '../world/quietBindings.ts';
import { describe, expect, it } from 'vitest';
import { type Prices, prices } from '../../src/contract/prices.ts';
import { stats } from '../../src/contract/stats.ts';
import type { ExchangeFault, ExchangeName, Exchanges } from '../world/startExchanges.ts';
import { startWorld } from '../world/startWorld.ts';
import { becomes, eventually } from './eventually.ts';
import { type Lottery, startLottery } from './startLottery.ts';

const GARBAGE = { reply: { status: 200, body: '<html>152.00</html>' } } as const;

interface Scene {
  readonly lottery: Lottery;
  readonly exchanges: Exchanges;
  /** Exchanges that hang answer only after the test, so an answer during the test has not waited for them. */
  readonly hangs: ExchangeFault;
}

/**
 * A world, and a deployment that has never asked for a price. Both are stopped when the test ends, also when it fails.
 */
async function withLottery(name: string, play: (scene: Scene) => Promise<void>): Promise<void> {
  const world = await startWorld({ slotMs: 100, holders: 20, worldSeed: `prices ${name}` });
  const { promise, resolve } = Promise.withResolvers<void>();
  try {
    const lottery = await startLottery({ world });
    try {
      await play({ lottery, exchanges: world.exchanges, hangs: { until: promise } });
    } finally {
      resolve();
      await lottery.stop();
    }
  } finally {
    await world.stop();
  }
}

const only = (which: Partial<Record<ExchangeName, ExchangeFault>>) => (name: ExchangeName) => which[name] ?? null;
const readPrices = async (lottery: Lottery): Promise<Prices> => prices.parse(await lottery.get('/api/prices'));
const succeeded = (record: Prices['sol']) => record.sources.map(({ success }) => success);

describe.concurrent('prices, from exchanges over the network', () => {
  it('are there with the first request, carry every USD figure, and follow the market', async () => {
    await withLottery('market', async ({ lottery, exchanges }) => {
      const { sol, god } = await readPrices(lottery);
      expect(sol).toMatchObject({ currency: 'USD', confidence: 'high', stale: false, fallback: false });
      expect(god).toMatchObject({ currency: 'SOL', confidence: 'high', stale: false, fallback: false });
      expect([succeeded(sol), succeeded(god)]).toEqual([
        [true, true, true],
        [true, true],
      ]);
      expect(Math.abs(sol.price - 150)).toBeLessThan(0.5);
      // The exchanges quote what is left of a sale after the token's fee of 5%.
      expect(Math.abs(god.price - 0.000_000_009_5)).toBeLessThan(0.000_000_000_1);
      const { solPrice, prizePool } = stats.parse(await lottery.stats());
      expect(solPrice.usd).toBe(sol.price);
      expect(prizePool.usd).toBe(Math.round(prizePool.sol * sol.price * 100) / 100);
      expect(await (await fetch(lottery.url)).text()).not.toContain('a fixed stand-in');
      exchanges.setPrices({ godSol: 0.000_000_02 });
      await eventually(
        async () => (await readPrices(lottery)).god.price,
        (price) => price > 0.000_000_018,
      );
      expect((await readPrices(lottery)).god.stale).toBe(false);
    });
  });

  it('are read without the sources that hang, break off or answer nonsense', async () => {
    await withLottery('faults', async ({ lottery, exchanges, hangs }) => {
      exchanges.setFault(only({ coingecko: GARBAGE, coinbase: hangs, raydium: { reply: 'drop' } }));
      const value = await readPrices(lottery);
      expect([succeeded(value.sol), succeeded(value.god)]).toEqual([
        [false, true, false],
        [false, true],
      ]);
      expect(value.sol).toMatchObject({ confidence: 'medium', stale: false, fallback: false });
      expect(value.god).toMatchObject({ confidence: 'medium', stale: false, fallback: false });
    });
  });

  it('outside of 50 to 500 USD are rejected', async () => {
    await withLottery('range', async ({ lottery, exchanges }) => {
      exchanges.setPrices({ solUsd: 700 });
      const { sol, god } = await readPrices(lottery);
      expect(sol).toMatchObject({ price: 152, confidence: 'low', fallback: true });
      expect(succeeded(sol)).toEqual([false, false, false]);
      expect(god.fallback).toBe(false);
    });
  });

  it('are stand-ins, and marked as such, while every exchange hangs; neither stats nor page wait for the exchanges', async () => {
    await withLottery('silence', async ({ lottery, exchanges, hangs }) => {
      exchanges.setFault(() => hangs);
      const [figures, page] = await Promise.all([lottery.stats(), fetch(lottery.url).then((page) => page.text())]);
      expect(figures.solPrice).toMatchObject({ usd: 152, confidence: 'low', stale: true, fallback: true });
      expect(page).toContain('a fixed stand-in');
      // Another request has begun to ask for the prices; nobody waits for that either.
      const value = await readPrices(lottery);
      expect(value.sol.fallback && value.god.fallback).toBe(true);
      // No source is named before the exchanges were given up: all three answers came earlier than that.
      expect([value.sol.sources, value.god.sources]).toEqual([[], []]);
      await becomes(async () => (await readPrices(lottery)).sol.sources.length, 3);
      expect(await readPrices(lottery)).toMatchObject({
        sol: { price: 152, fallback: true },
        god: { price: 0.000_000_01, fallback: true },
      });
    });
  });
});
