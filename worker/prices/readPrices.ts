import { isFresh, type PriceReading, readPrice } from '../../src/price/reading.ts';
import type { PriceRules } from '../../src/price/rules.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { PriceCache } from '../cache/prices.ts';
import type { AskSources } from '../feeds/askSources.ts';

export interface ReadPriceInput {
  readonly rules: PriceRules;
  readonly askSources: AskSources;
  /** The prices' cron leaves its prices here: one writer for all isolates. */
  readonly cache: Pick<PriceCache, 'read'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Lets work go on after the answer. */
  readonly waitUntil: (work: Promise<void>) => void;
}

export interface ReadPriceOptions {
  /** Whether the caller would rather wait for the sources than get no price at all. */
  readonly mayWait: boolean;
}

/** What is known of a price; null while nothing is known. Never throws. */
export type ReadPrice = (options: ReadPriceOptions) => Promise<PriceReading | null>;

/**
 * For this long after one request has begun to refresh, no other request refreshes. This is longer than a refresh takes
 * (KV, then the sources) and shorter than any reading stays fresh, so a claim need not be given back. The claim of a
 * cancelled request ends the same way.
 */
const CLAIM_MS = 8_000;

/**
 * One price in one isolate: this isolate's own value, then KV, then the sources. An old value is served while one
 * request refreshes it after its answer. The others never wait for that request (a promise of one request may hang in
 * another), so the claim is a time and not a promise.
 *
 * Before there is any value, every caller waits for KV, at most 1 s. Only a caller with `mayWait` that holds the claim
 * also waits for the refresh: at most 1 s for KV and 5 s for the sources. A request for prices alone is better served
 * by a late price than by a fallback. The page and the stats take the marked fallback instead, and their next poll has
 * the price. KV has no price only before a deployment's first prices, and after an hour in which no price was stored.
 */
export function createReadPrice({ rules, askSources, cache, now, waitUntil }: ReadPriceInput): ReadPrice {
  let known: PriceReading | null = null;
  let claimedAt = Number.NEGATIVE_INFINITY;

  return async ({ mayWait }) => {
    if (known === null) take(await cache.read());
    if (isKnownFresh() || isRecent(claimedAt, now(), CLAIM_MS)) return known;
    claimedAt = now();
    const refreshed = refresh();
    if (known === null && mayWait) await refreshed;
    else waitUntil(refreshed);
    return known;
  };

  async function refresh(): Promise<void> {
    // The cron may have stored a price since. KV is asked first, because exchanges count requests.
    take(await cache.read());
    if (isKnownFresh()) return;
    const sources = await askSources();
    // Kept in this isolate only: hundreds of isolates writing one key would cost money and wait for each other.
    known = readPrice(rules, sources, { now: now(), previous: known });
  }

  function isKnownFresh(): boolean {
    return known !== null && isFresh(rules, known, now());
  }

  function take(found: PriceReading | null): void {
    if (found !== null && (found.pricedAt ?? 0) > (known?.pricedAt ?? 0)) known = found;
  }
}

interface WritePriceInput {
  readonly rules: PriceRules;
  readonly askSources: AskSources;
  readonly cache: Pick<PriceCache, 'write'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Reads a price from its sources and stores it for all isolates. A price that came from no source is not stored. Never
 * throws.
 */
export async function writePrice({ rules, askSources, cache, now }: WritePriceInput): Promise<void> {
  const sources = await askSources();
  const read = readPrice(rules, sources, { now: now(), previous: null });
  if (read.pricedAt !== null) await cache.write(read);
}
