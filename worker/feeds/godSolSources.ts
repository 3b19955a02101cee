import * as z from 'zod';
import { WRAPPED_SOL } from '../../src/money/wrappedSol.ts';
import { GOD_QUOTE_UNITS, godPriceOfQuote } from '../../src/price/godQuote.ts';
import type { PriceSource } from './askSources.ts';
import { fetchQuote } from './fetchQuote.ts';
import { raydiumRefusal } from './raydiumRefusal.ts';

/** 1%. The quote moves no money, and its amount does not depend on this. */
const SLIPPAGE_BPS = '100';

export interface ExchangesInput {
  readonly mint: string;
  readonly raydiumUrl: string;
  readonly jupiterUrl: string;
  readonly jupiterApiKey: string | null;
  readonly fetch: typeof fetch;
}

const raydiumPrice = z
  .object({ success: z.literal(true), data: z.object({ outputAmount: z.string() }) })
  .transform(({ data }) => godPriceOfQuote(data.outputAmount));
/** Raydium may answer with a refusal: its own words are passed on. */
const raydiumQuote = z.union([raydiumPrice, raydiumRefusal.transform((words) => ({ words }))]);
const jupiterQuote = z.object({ outAmount: z.string() }).transform(({ outAmount }) => godPriceOfQuote(outAmount));

/** Two exchanges' quotes for selling 100,000 GOD, as SOL for one GOD (Raydium's trade API, Jupiter's swap API v1). */
export function godSolSources({ mint, raydiumUrl, jupiterUrl, jupiterApiKey, fetch }: ExchangesInput): PriceSource[] {
  const query = new URLSearchParams({
    inputMint: mint,
    outputMint: WRAPPED_SOL,
    amount: GOD_QUOTE_UNITS.toString(),
    slippageBps: SLIPPAGE_BPS,
  });
  const raydium = { url: `${raydiumUrl}/compute/swap-base-in?${query}&txVersion=V0`, schema: raydiumQuote };
  const jupiter = {
    url: `${jupiterUrl}/swap/v1/quote?${query}`,
    schema: jupiterQuote,
    headers: jupiterApiKey === null ? {} : { 'x-api-key': jupiterApiKey },
  };
  return [
    { name: 'Raydium', ask: async () => priceOf(await fetchQuote(fetch, raydium)) },
    { name: 'Jupiter', ask: () => fetchQuote(fetch, jupiter) },
  ];
}

function priceOf(answer: z.infer<typeof raydiumQuote>): number | null {
  if (answer !== null && typeof answer === 'object') throw new Error(`refuses: ${answer.words}`);
  return answer;
}
