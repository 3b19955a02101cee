import * as z from 'zod';
import { parseDecimal } from '../../src/price/reading.ts';
import type { PriceSource } from './askSources.ts';
import { fetchQuote } from './fetchQuote.ts';

interface Format {
  readonly name: string;
  /** The end of the path, by which the format of a source is known. */
  readonly path: string;
  readonly schema: z.ZodType<number | null>;
}

const decimal = z.string().transform(parseDecimal);

/** The documented answers of the SOL/USD sources (developer documentation of each, November 2026). */
const FORMATS: readonly Format[] = [
  {
    name: 'CoinGecko',
    path: '/api/v3/simple/price',
    schema: z.object({ solana: z.object({ usd: z.number() }) }).transform(({ solana }) => solana.usd),
  },
  {
    name: 'Binance',
    path: '/api/v3/ticker/price',
    schema: z.object({ price: decimal }).transform(({ price }) => price),
  },
  {
    name: 'Coinbase',
    path: '/v2/prices/SOL-USD/spot',
    schema: z.object({ data: z.object({ amount: decimal }) }).transform(({ data }) => data.amount),
  },
  {
    name: 'Kraken',
    path: '/0/public/Ticker',
    schema: z
      .object({
        error: z.array(z.unknown()).length(0),
        result: z.object({ SOLUSD: z.object({ c: z.tuple([decimal], z.unknown()) }) }),
      })
      .transform(({ result }) => result.SOLUSD.c[0]),
  },
];

/** The sources whose answers are understood, by name. */
export const SOL_PRICE_SOURCES: readonly string[] = FORMATS.map(({ name }) => name);

/** The default sources. `api.binance.com` is not among them: it answers 451 from some countries. */
export const SOL_PRICE_URLS: readonly string[] = [
  'https://api.coingecko.com/api/v3/simple/price?ids=solana&vs_currencies=usd',
  'https://data-api.binance.vision/api/v3/ticker/price?symbol=SOLUSDT',
  'https://api.coinbase.com/v2/prices/SOL-USD/spot',
];

/** Whether an address belongs to a source whose answers are understood. */
export function isSolPriceUrl(url: string): boolean {
  return formatOf(url) !== null;
}

/** The sources of USD for one SOL at these addresses. Throws a RangeError for an address of no known source. */
export function solUsdSources(urls: readonly string[], fetch: typeof globalThis.fetch): PriceSource[] {
  return urls.map((url) => {
    const format = formatOf(url);
    if (format === null) throw new RangeError('SOL_PRICE_URLS names an unknown source');
    return { name: format.name, ask: () => fetchQuote(fetch, { url, schema: format.schema }) };
  });
}

function formatOf(url: string): Format | null {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  return FORMATS.find((format) => parsed.pathname.endsWith(format.path)) ?? null;
}
