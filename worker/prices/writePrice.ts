import { readPrice } from '../../src/price/reading.ts';
import type { PriceRules } from '../../src/price/rules.ts';
import type { PriceCache } from '../cache/prices.ts';
import type { AskSources } from '../feeds/askSources.ts';

export interface WritePriceInput {
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
