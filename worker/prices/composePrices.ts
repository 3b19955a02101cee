import type { PriceRecord } from '../../src/contract/prices.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { isStale, type PriceReading } from '../../src/price/reading.ts';
import type { PriceRules } from '../../src/price/rules.ts';

/**
 * A price as `GET /api/prices` shows it at a moment (unix milliseconds); the marked fallback while nothing is known.
 */
export function composePrice(rules: PriceRules, reading: PriceReading | null, now: number): PriceRecord {
  const { price, confidence, sources, pricedAt } = reading ?? { ...NOTHING, price: rules.fallback };
  return {
    price,
    currency: rules.currency,
    sources: sources.map(({ time, ...source }) => ({ ...source, timestamp: new Date(time).toISOString() })),
    lastUpdated: pricedAt === null ? null : new Date(pricedAt).toISOString(),
    confidence,
    stale: reading === null || isStale(rules, reading, now),
    fallback: pricedAt === null,
  };
}

const NOTHING = { confidence: 'low', sources: [], pricedAt: null } as const;

/** The SOL price as the stats carry it: all their USD figures rest on it. */
export function composeSolPrice({ price, confidence, lastUpdated, stale, fallback }: PriceRecord): Stats['solPrice'] {
  return { usd: price, confidence, updatedAt: lastUpdated, stale, fallback };
}
