import * as z from 'zod';
import { errorText } from '../../../src/errorText.ts';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import { fetchQuote } from '../../feeds/fetchQuote.ts';
import { type Exchange, type ExchangeName, minimumOf, type QuoteFigures, SLIPPAGE_BPS } from './exchange.ts';
import { type Market, weighQuote } from './weighQuote.ts';

export interface SwapQuote {
  readonly exchange: ExchangeName;
  /** The version of the exchange's API that gave the quote. */
  readonly source: Exchange;
  /** GOD base units. */
  readonly inAmount: bigint;
  readonly outLamports: bigint;
  /** Computed by us: the offer less 1%, rounded down. */
  readonly minimumLamports: bigint;
  /** When the quote was asked for, unix milliseconds by our clock. */
  readonly askedAt: number;
  /** The exchange's answer as it came. It is sent back when the exchange is asked for a transaction. */
  readonly raw: unknown;
  /** The pools that the quote names, unchecked: each may be any text. */
  readonly pools: readonly string[];
}

export interface QuoteProblem {
  readonly exchange: ExchangeName;
  readonly problem: string;
}

export interface Quotes {
  /** Best first. */
  readonly quotes: readonly SwapQuote[];
  /** Quotes that may be used only after their price has stood for a while, best first. */
  readonly unsure: readonly SwapQuote[];
  /** What the best pool would pay, lamports. Null when the chain was not asked, or knows no pool. */
  readonly poolPays: bigint | null;
  /** Each exchange whose quote is missing or may not be used now, and why. */
  readonly problems: readonly QuoteProblem[];
}

export interface QuoteSwapInput {
  /** Each exchange's versions, the newest first. An older one is asked only when no newer one gives a usable quote. */
  readonly exchanges: readonly (readonly Exchange[])[];
  readonly mint: string;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  /**
   * What the best pool would pay now, of those that quotes name and those whose addresses follow from the mint. Null
   * when there is none.
   */
  readonly askPools: (amount: bigint, named: readonly string[]) => Promise<bigint | null>;
}

/** An offer older than this is not used. */
const STALE_MS = 20_000;
/** More lamports than there are: 1,000 million SOL. */
const ABSURD_LAMPORTS = 10n ** 18n;

/** Whether a quote is too old to be signed for. `now` is in unix milliseconds. */
export function isStale(quote: SwapQuote, now: number): boolean {
  return now - quote.askedAt > STALE_MS;
}

/**
 * Asks all exchanges at once, 5 s for each version of an API. `referenceLamports` is the value of the amount by a price
 * that does not come from these quotes; null when there is none. If the quotes do not confirm each other, the chain is
 * asked what the pools pay. It is also asked after a swap that failed or expired (`isRetry`): the second best offer may
 * be taken then, and whoever made it may have caused the failure. An error of asking the chain is thrown.
 */
export function createQuoteSwap({ exchanges, mint, fetch, now, askPools }: QuoteSwapInput) {
  async function ask(exchange: Exchange, amount: bigint): Promise<SwapQuote | QuoteProblem> {
    const askedAt = now();
    const fail = (problem: string): QuoteProblem => ({ exchange: exchange.name, problem });
    const asked = { ...exchange.quoteRequest(amount), schema: z.unknown() };
    const answer = await fetchQuote(fetch, asked).then(
      (raw) => ({ raw }),
      (error) => errorText(error),
    );
    if (typeof answer === 'string') return fail(answer);
    const figures = exchange.readQuote(answer.raw);
    if (typeof figures === 'string') return fail(figures);
    const wrong = problemOf(figures, { mint, amount });
    if (wrong !== null) return fail(wrong);
    const { outAmount: outLamports, pools } = figures;
    return {
      exchange: exchange.name,
      source: exchange,
      inAmount: amount,
      outLamports,
      pools,
      minimumLamports: minimumOf(outLamports),
      askedAt,
      raw: answer.raw,
    };
  }

  /** The quote of the newest version that gives one. If none does, the problem of the oldest version. */
  async function askInTurn(
    versions: readonly Exchange[],
    amount: bigint,
  ): Promise<readonly (SwapQuote | QuoteProblem)[]> {
    let last: SwapQuote | QuoteProblem | null = null;
    for (const version of versions) {
      last = await ask(version, amount);
      if (!('problem' in last)) return [last];
    }
    return last === null ? [] : [last];
  }

  return async (amount: bigint, referenceLamports: bigint | null, isRetry = false): Promise<Quotes> => {
    const answers = (await Promise.all(exchanges.map((versions) => askInTurn(versions, amount)))).flat();
    const problems = answers.filter((answer) => 'problem' in answer);
    const offers = answers.flatMap((answer) => ('problem' in answer ? [] : [answer])).sort(byOffer);
    const market: Market = {
      offers: offers.map((offer) => offer.outLamports),
      reference: referenceLamports,
      poolPays: null,
    };
    const isPlain =
      !isRetry && offers.length > 1 && offers.every((offer) => weighQuote(offer.outLamports, market).kind === 'good');
    const named = offers.flatMap(({ pools }) => pools);
    const poolPays = isPlain || offers.length === 0 ? null : await askPools(amount, named);
    const quotes: SwapQuote[] = [];
    const unsure: SwapQuote[] = [];
    for (const offer of offers) {
      const verdict = weighQuote(offer.outLamports, { ...market, poolPays });
      if (verdict.kind === 'good') quotes.push(offer);
      if (verdict.kind === 'unsure') unsure.push(offer);
      if (verdict.kind !== 'good') problems.push({ exchange: offer.exchange, problem: verdict.problem });
    }
    return { quotes, unsure, poolPays, problems };
  };
}

function byOffer(a: SwapQuote, b: SwapQuote): number {
  return a.outLamports > b.outLamports ? -1 : a.outLamports < b.outLamports ? 1 : 0;
}

/** What makes a quote unusable in any market, as the end of a sentence; null when nothing does. */
function problemOf(figures: QuoteFigures, asked: { readonly mint: string; readonly amount: bigint }): string | null {
  if (figures.inputMint !== asked.mint || figures.outputMint !== WRAPPED_SOL) return 'quotes another pair';
  if (figures.inAmount !== asked.amount) return 'quotes another amount';
  if (BigInt(Math.trunc(figures.slippageBps)) !== SLIPPAGE_BPS || !Number.isInteger(figures.slippageBps))
    return 'quotes with another slippage';
  if (figures.outAmount === 0n || figures.outAmount > ABSURD_LAMPORTS) return 'quotes an absurd amount';
  if (figures.threshold > figures.outAmount) return 'names a minimum above its own offer';
  // The exchange's transaction would promise only this minimum, and would be refused.
  if (figures.threshold < minimumOf(figures.outAmount)) return 'names a minimum below the slippage asked for';
  return null;
}
