import { waitUntil } from 'cloudflare:workers';
import type { PriceRecord, Prices } from '../../src/contract/prices.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { isStale, type PriceReading } from '../../src/price/reading.ts';
import type { PriceRules } from '../../src/price/rules.ts';
import { GOD_SOL, SOL_USD } from '../../src/price/rules.ts';
import { createPriceCache, pricesLeftAt } from '../cache/prices.ts';
import type { Env } from '../env.ts';
import { createAskSources } from '../feeds/askSources.ts';
import { godSolSources } from '../feeds/godSolSources.ts';
import { solUsdSources } from '../feeds/solUsdSources.ts';
import { ofIsolate } from '../ofIsolate.ts';
import type { Settings } from '../settings/Settings.ts';
import { createReadPrice, type ReadPrice, type ReadPriceOptions, writePrice } from './readPrices.ts';

/** A price as `GET /api/prices` shows it at a moment (unix milliseconds). An unknown price is shown as a fallback. */
function composePrice(rules: PriceRules, reading: PriceReading | null, now: number): PriceRecord {
  const { price, ...about } = composeFigure(rules, reading, reading === null || isStale(rules, reading, now));
  const sources = reading?.sources ?? [];
  return {
    price,
    currency: rules.currency,
    sources: sources.map(({ time, ...source }) => ({ ...source, timestamp: new Date(time).toISOString() })),
    ...about,
  };
}

/** A price without its sources, which would take longer to write than the rest of the stats. */
function composeFigure(rules: PriceRules, reading: PriceReading | null, stale: boolean) {
  const { price, confidence, pricedAt } = reading ?? { ...NOTHING, price: rules.fallback };
  return {
    price,
    lastUpdated: pricedAt === null ? null : new Date(pricedAt).toISOString(),
    confidence,
    stale,
    fallback: pricedAt === null,
  };
}

const NOTHING = { confidence: 'low', pricedAt: null } as const;

/** The SOL price in the stats, by which all their USD figures are computed. */
function composeSolPrice(reading: PriceReading | null, stale: boolean): Stats['solPrice'] {
  const { price, confidence, lastUpdated, fallback } = composeFigure(SOL_USD, reading, stale);
  return { usd: price, confidence, updatedAt: lastUpdated, stale, fallback };
}

const NO_SOL_PRICE = composeSolPrice(null, true);
/** How the stats show a reading while it is fresh, and once it is stale. Made once for each reading. */
const solPricesOf = ofIsolate((reading: PriceReading) => ({
  fresh: composeSolPrice(reading, false),
  stale: composeSolPrice(reading, true),
}));

interface Readers {
  readonly sol: ReadPrice;
  readonly god: ReadPrice;
}

/**
 * Both prices for one request. Waits for exchanges only with `mayWait`, and only for an unknown price. Never throws.
 */
export async function readPrices(env: Env, settings: Settings, options: ReadPriceOptions): Promise<Prices> {
  const { sol, god } = await readBoth(env, settings, options);
  return { sol: composePrice(SOL_USD, sol, now()), god: composePrice(GOD_SOL, god, now()) };
}

async function readBoth(env: Env, settings: Settings, options: ReadPriceOptions) {
  const readers = readersOf(env, settings);
  const [sol, god] = await Promise.all([readers.sol(options), readers.god(options)]);
  return { sol, god };
}

/**
 * The SOL price for the page and the stats, without waiting for any exchange. It also keeps the GOD price up to date,
 * for which the page asks only once a minute.
 */
export async function readSolPrice(env: Env, settings: Settings): Promise<Stats['solPrice']> {
  const { sol } = await readBoth(env, settings, { mayWait: false });
  return sol === null ? NO_SOL_PRICE : solPricesOf(sol)[isStale(SOL_USD, sol, now()) ? 'stale' : 'fresh'];
}

/** Reads both prices and stores them for all isolates. Never throws. */
export async function writePrices(env: Env, settings: Settings): Promise<void> {
  await Promise.all([writePrice(solPrice(env, settings)), writePrice(godPrice(env, settings))]);
}

/**
 * As `writePrices`, if the newest stored price is older than `ms`. Does nothing when no price is known. Never throws.
 */
export async function writeOldPrices(env: Env, settings: Settings, ms: number): Promise<void> {
  const leftAt = await pricesLeftAt(env.CACHE);
  if (leftAt !== null && now() - leftAt >= ms) await writePrices(env, settings);
}

const readersOf = ofIsolate(
  (env: Env, settings: Settings): Readers => ({
    sol: createReadPrice({ ...solPrice(env, settings), waitUntil }),
    god: createReadPrice({ ...godPrice(env, settings), waitUntil }),
  }),
);

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
