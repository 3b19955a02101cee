import { isFresh, type PriceReading, readPrice } from '../../src/price/reading.ts';
import type { PriceRules } from '../../src/price/rules.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { PriceCache } from '../cache/prices.ts';
import type { AskSources } from '../feeds/askSources.ts';

export interface ReadPriceInput {
  readonly rules: PriceRules;
  readonly askSources: AskSources;
  /** Where the minute's cron leaves what it has read: one writer for all isolates. */
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

/** What is known of a price; null while nothing is. Never throws. */
export type ReadPrice = (options: ReadPriceOptions) => Promise<PriceReading | null>;

/**
 * For this long nobody else refreshes: longer than a refresh can take (KV, then the sources), shorter than any reading
 * stays fresh, so that a claim need not be given back. One whose request was cancelled lapses in the same way.
 */
const CLAIM_MS = 8_000;

/**
 * One price in one isolate: this isolate's own value, then KV, then the sources. An old value is served while one
 * request refreshes it behind its answer. The others never wait for that request (a promise of one request may hang
 * in another), so the claim is a time, not a promise.
 *
 * Before there is any value, only a caller that may wait does, for at most the sources' 5 s, and only the one that
 * holds the claim: whoever asks for nothing but prices is better served by a late price than by a stand-in. The page
 * and the stats take the marked fallback instead, once in the life of a deployment, and their next poll has the
 * price.
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
    // The cron may have been here since: exchanges count requests.
    take(await cache.read());
    if (isKnownFresh()) return;
    const sources = await askSources();
    // It stays here: hundreds of isolates that write one key pay for it, and wait for each other.
    known = readPrice(rules, sources, { now: now(), previous: known });
  }

  function isKnownFresh(): boolean {
    return known !== null && isFresh(rules, known, now());
  }

  function take(found: PriceReading | null): void {
    if (found !== null && (found.pricedAt ?? 0) > (known?.pricedAt ?? 0)) known = found;
  }
}
