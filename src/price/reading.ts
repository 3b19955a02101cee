import { isAcceptable, type PriceRules } from './rules.ts';

/** How far a price can be relied on: `high`, `medium` or `low`. */
type Confidence = 'high' | 'medium' | 'low';

const HIGH_SPREAD = 0.1;
const MEDIUM_SPREAD = 0.3;
/** Decimal prices are not exact in binary: 1.1e-8 is very slightly more than 10% above 1e-8. */
const ROUNDING = 1e-9;

/**
 * Confidence by the prices of the successful sources, whose spread is (max − min) / min. Up to 10% is high, up to 30%
 * or a single source is medium, anything else is low. At least one price is needed, and all must be above zero.
 */
export function confidenceOf(prices: readonly number[]): Confidence {
  if (prices.length === 1) return 'medium';
  const min = Math.min(...prices);
  const spread = (Math.max(...prices) - min) / min;
  if (spread <= HIGH_SPREAD + ROUNDING) return 'high';
  return spread <= MEDIUM_SPREAD + ROUNDING ? 'medium' : 'low';
}

/** The middle price, or the mean of the two middle ones. Throws a TypeError when there is none. */
export function median(prices: readonly number[]): number {
  const sorted = [...prices].sort((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  // Not (low + high) / 2: that sum may be infinite.
  return middle.reduce((low, high) => low + (high - low) / 2);
}

/**
 * Reads a price that an exchange writes as text, such as "150.25000000". Null for any text but digits with at most one
 * point between them: `Number` would also accept "", " 5", "1e3", "0x10" and "Infinity".
 */
export function parseDecimal(text: string): number | null {
  return /^\d{1,15}(?:\.\d{1,18})?$/.test(text) ? Number(text) : null;
}

/** What one source said. `price` is 0 when the source failed. */
export interface SourceReading {
  readonly name: string;
  readonly price: number;
  /** When it was asked, unix milliseconds. */
  readonly time: number;
  readonly success: boolean;
}

/** A price and where it came from. Times are unix milliseconds. */
export interface PriceReading {
  readonly price: number;
  readonly confidence: Confidence;
  /** The latest answers. If all failed, the price is an earlier one or the fallback. */
  readonly sources: readonly SourceReading[];
  /** When the sources were asked last. */
  readonly readAt: number;
  /** When a source last gave this price; null for the fallback. */
  readonly pricedAt: number | null;
}

/** One source's answer. A price that is not acceptable counts as a failure with price 0. */
export function readSource(rules: PriceRules, name: string, price: number | null, time: number): SourceReading {
  const success = price !== null && isAcceptable(rules, price);
  return { name, price: success ? price : 0, time, success };
}

/**
 * The price by the sources' answers: the median of those that succeeded. When none did, the last price until it is
 * stale, then the fallback, both with low confidence.
 */
export function readPrice(rules: PriceRules, sources: readonly SourceReading[], last: Last): PriceReading {
  const { now, previous } = last;
  const prices = sources.filter((source) => source.success).map((source) => source.price);
  if (prices.length > 0)
    return { price: median(prices), confidence: confidenceOf(prices), sources, readAt: now, pricedAt: now };
  const keeps = previous !== null && !isStale(rules, previous, now);
  return {
    price: keeps ? previous.price : rules.fallback,
    confidence: 'low',
    sources,
    readAt: now,
    pricedAt: keeps ? previous.pricedAt : null,
  };
}

interface Last {
  /** Unix milliseconds. */
  readonly now: number;
  readonly previous: PriceReading | null;
}

/** When all sources have failed, they are asked again after this time at the latest. */
const RETRY_MS = 30_000;

/**
 * Whether a reading may be used without reading again. A reading from the future, which another clock made, counts as
 * if it were as far in the past.
 */
export function isFresh(rules: PriceRules, reading: PriceReading, now: number): boolean {
  const hasFailed = reading.pricedAt !== reading.readAt;
  return Math.abs(now - reading.readAt) < (hasFailed ? Math.min(RETRY_MS, rules.freshMs) : rules.freshMs);
}

/** Whether a price has to be marked as old. A fallback always is. */
export function isStale(rules: PriceRules, reading: PriceReading, now: number): boolean {
  return reading.pricedAt === null || now - reading.pricedAt > rules.staleMs;
}
