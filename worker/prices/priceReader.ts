import { waitUntil } from 'cloudflare:workers';
import type { Prices } from '../../src/contract/prices.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { GOD_SOL, SOL_USD } from '../../src/price/rules.ts';
import { createPriceCache, pricesLeftAt } from '../cache/prices.ts';
import type { Env } from '../env.ts';
import { createAskSources } from '../feeds/askSources.ts';
import { godSolSources } from '../feeds/godSolSources.ts';
import { solUsdSources } from '../feeds/solUsdSources.ts';
import type { Settings } from '../settings/Settings.ts';
import { composePrice, composeSolPrice } from './composePrices.ts';
import { createReadPrice, type ReadPrice, type ReadPriceOptions } from './readPrices.ts';
import { writePrice } from './writePrice.ts';

interface Readers {
  readonly sol: ReadPrice;
  readonly god: ReadPrice;
}

/** Plain values only; the settings are the same object for all requests of an isolate. */
const isolate = new WeakMap<Settings, Readers>();

/** Both prices for one request. Never throws, and waits for exchanges only if it may and nothing is known. */
export async function readPrices(env: Env, settings: Settings, options: ReadPriceOptions): Promise<Prices> {
  const readers = isolate.get(settings) ?? createReaders(env, settings);
  isolate.set(settings, readers);
  const [sol, god] = await Promise.all([readers.sol(options), readers.god(options)]);
  const now = Date.now();
  return { sol: composePrice(SOL_USD, sol, now), god: composePrice(GOD_SOL, god, now) };
}

/**
 * The SOL price for the page and the stats, without waiting for any exchange. It keeps the GOD price warm as well:
 * the page asks for that once a minute, which is when it would have become stale.
 */
export async function readSolPrice(env: Env, settings: Settings): Promise<Stats['solPrice']> {
  return composeSolPrice((await readPrices(env, settings, { mayWait: false })).sol);
}

/** Reads both prices and leaves them for all isolates. The minute's cron calls it, and nobody else. Never throws. */
export async function writePrices(env: Env, settings: Settings): Promise<void> {
  await Promise.all([writePrice(solPrice(env, settings)), writePrice(godPrice(env, settings))]);
}

/**
 * As `writePrices`, when the newest price that was left is older than so many milliseconds. Where none was ever left no cron is
 * known to be lost: a deployment has read back whether it is there. Never throws.
 */
export async function writeOldPrices(env: Env, settings: Settings, ms: number): Promise<void> {
  const leftAt = await pricesLeftAt(env.CACHE);
  if (leftAt !== null && now() - leftAt >= ms) await writePrices(env, settings);
}

function createReaders(env: Env, settings: Settings): Readers {
  return {
    sol: createReadPrice({ ...solPrice(env, settings), waitUntil }),
    god: createReadPrice({ ...godPrice(env, settings), waitUntil }),
  };
}

const now = () => Date.now();
const log = (message: string) => console.warn(message);
const request: typeof fetch = (input, init) => fetch(input, init);

function solPrice(env: Env, { solPriceUrls }: Settings) {
  const sources = solUsdSources(solPriceUrls, request);
  return {
    ...{ rules: SOL_USD, now },
    askSources: createAskSources({ sources, rules: SOL_USD, now, log }),
    cache: createPriceCache({ kv: env.CACHE, key: 'price:sol-usd', rules: SOL_USD, log }),
  };
}

function godPrice(env: Env, settings: Settings) {
  const sources = godSolSources({ ...settings, fetch: request });
  return {
    ...{ rules: GOD_SOL, now },
    askSources: createAskSources({ sources, rules: GOD_SOL, now, log }),
    cache: createPriceCache({ kv: env.CACHE, key: 'price:god-sol', rules: GOD_SOL, log }),
  };
}
