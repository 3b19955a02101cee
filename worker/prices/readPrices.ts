import { isFresh, type PriceReading, readPrice } from '../../src/price/reading.ts';
import type { PriceRules } from '../../src/price/rules.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { PriceCache } from '../cache/prices.ts';
import type { AskSources } from '../feeds/askSources.ts';

export interface ReadPriceInput {
  readonly rules: PriceRules;
  readonly askSources: AskSources;
  /** Where the prices' cron stores its prices for all isolates. */
  readonly cache: Pick<PriceCache, 'read'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Lets work go on after the answer. */
  readonly waitUntil: (work: Promise<void>) => void;
}

export interface ReadPriceOptions {
  /** Whether the caller waits for the sources when no price is known. */
  readonly mayWait: boolean;
}

/** What is known of a price; null while nothing is known. Never throws. */
export type ReadPrice = (options: ReadPriceOptions) => Promise<PriceReading | null>;

/** For this long after one request has begun to refresh a price, no other does. A refresh never takes longer. */
const CLAIM_MS = 8_000;

/**
 * One price in one isolate: this isolate's own value, then KV, then the sources. Requests are answered with an old
 * value too. One of them then claims the refresh, which goes on after its answer. The claim is a time and not a
 * promise: no other request may wait for the refresh, because a promise of one request may hang in another.
 *
 * Before there is any value, every caller waits for KV, at most 1 s. A caller with `mayWait` that holds the claim also
 * waits for the refresh: at most 1 s for KV and 5 s for the sources. The others get null, and show the fallback.
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
    // KV is asked first: the cron may have stored a newer price, and exchanges limit how often they are asked.
    take(await cache.read());
    if (isKnownFresh()) return;
    const sources = await askSources();
    // Kept in this isolate only: KV takes one write of a key per second, and there may be hundreds of isolates.
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

/** Reads a price from its sources and stores it for all isolates, unless no source gave it. Never throws. */
export async function writePrice({ rules, askSources, cache, now }: WritePriceInput): Promise<void> {
  const sources = await askSources();
  const read = readPrice(rules, sources, { now: now(), previous: null });
  if (read.pricedAt !== null) await cache.write(read);
}
