import { type Confidence, confidenceOf } from './confidence.ts';
import { median } from './median.ts';
import { isAcceptable, type PriceRules } from './rules.ts';

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
  /** The latest answers; when all failed, the price is an earlier one or the fallback. */
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
 * The price by the sources' answers: the median of those that succeeded. When none succeeded, the last price is used
 * until it would be stale, so that a moment's failure does not change every figure. After that the fallback is used.
 * Both count with low confidence.
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

/**
 * Failed sources are asked again after this time at the latest: a replacement price is not kept for a whole cache time.
 */
const RETRY_MS = 30_000;

/**
 * Whether a reading may be used without reading again. A reading from the future (from a machine with another clock) is
 * not trusted for long.
 */
export function isFresh(rules: PriceRules, reading: PriceReading, now: number): boolean {
  const hasFailed = reading.pricedAt !== reading.readAt;
  return Math.abs(now - reading.readAt) < (hasFailed ? Math.min(RETRY_MS, rules.freshMs) : rules.freshMs);
}

/** Whether a price has to be marked as old. A fallback always is. */
export function isStale(rules: PriceRules, reading: PriceReading, now: number): boolean {
  return reading.pricedAt === null || now - reading.pricedAt > rules.staleMs;
}
