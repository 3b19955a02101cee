import * as z from 'zod';
import { WRAPPED_SOL } from '../../src/token/wrappedSol.ts';
import { fetchQuote } from '../feeds/fetchQuote.ts';
import { type Exchange, type ExchangeName, minimumOf, type QuoteFigures, SLIPPAGE_BPS } from './exchange.ts';

/** An exchange's offer for an amount of GOD. */
export interface SwapQuote {
  readonly exchange: ExchangeName;
  /** GOD base units. */
  readonly inAmount: bigint;
  readonly outLamports: bigint;
  /** Our own: the offer less 100 basis points, rounded down. */
  readonly minimumLamports: bigint;
  /** When it was asked for, unix milliseconds by our clock. */
  readonly askedAt: number;
  /** The exchange's answer as it came; it wants it back for the transaction. */
  readonly raw: unknown;
}

export interface QuoteProblem {
  readonly exchange: ExchangeName;
  readonly problem: string;
}

export interface Quotes {
  /** Best first. */
  readonly quotes: readonly SwapQuote[];
  /** Exchanges without a usable quote, and why. */
  readonly problems: readonly QuoteProblem[];
}

export interface QuoteSwapInput {
  readonly exchanges: readonly Exchange[];
  readonly mint: string;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** An offer older than this is not used. */
const STALE_MS = 20_000;
/** More lamports than there is SOL: 1,000 million SOL. */
const ABSURD_LAMPORTS = 10n ** 18n;

export function isStale(quote: SwapQuote, now: number): boolean {
  return now - quote.askedAt > STALE_MS;
}

/**
 * Asks all exchanges at once, 5 s each. `referenceLamports` is what the amount would fetch by a price that these very quotes have not
 * made, null when there is none.
 */
export function createQuoteSwap({ exchanges, mint, fetch, now }: QuoteSwapInput) {
  async function ask(exchange: Exchange, amount: bigint): Promise<SwapQuote | QuoteProblem> {
    const askedAt = now();
    const fail = (problem: string): QuoteProblem => ({ exchange: exchange.name, problem });
    const asked = { ...exchange.quoteRequest(amount), schema: z.unknown() };
    const answer = await fetchQuote(fetch, asked).then(
      (raw) => ({ raw }),
      (error) => (error instanceof Error ? error.message : String(error)),
    );
    if (typeof answer === 'string') return fail(answer);
    const figures = exchange.readQuote(answer.raw);
    if (typeof figures === 'string') return fail(figures);
    const wrong = problemOf(figures, { mint, amount });
    if (wrong !== null) return fail(wrong);
    const outLamports = figures.outAmount;
    return {
      ...{ exchange: exchange.name, inAmount: amount, outLamports, minimumLamports: minimumOf(outLamports) },
      ...{ askedAt, raw: answer.raw },
    };
  }

  return async (amount: bigint, referenceLamports: bigint | null): Promise<Quotes> => {
    const answers = await Promise.all(exchanges.map((exchange) => ask(exchange, amount)));
    const problems = answers.filter((answer) => 'problem' in answer);
    const offers = answers.flatMap((answer) => ('problem' in answer ? [] : [answer])).sort(byOffer);
    const amounts = offers.map((offer) => offer.outLamports);
    const quotes: SwapQuote[] = [];
    for (const offer of offers) {
      const doubt = doubtOf(offer.outLamports, amounts, referenceLamports);
      if (doubt === null) quotes.push(offer);
      else problems.push({ exchange: offer.exchange, problem: doubt });
    }
    return { quotes, problems };
  };
}

function byOffer(a: SwapQuote, b: SwapQuote): number {
  return a.outLamports > b.outLamports ? -1 : a.outLamports < b.outLamports ? 1 : 0;
}

/** What makes a quote unusable whatever the market says; null when nothing does. */
function problemOf(figures: QuoteFigures, asked: { readonly mint: string; readonly amount: bigint }): string | null {
  if (figures.inputMint !== asked.mint || figures.outputMint !== WRAPPED_SOL) return 'quotes another pair';
  if (figures.inAmount !== asked.amount) return 'quotes another amount';
  if (BigInt(Math.trunc(figures.slippageBps)) !== SLIPPAGE_BPS || !Number.isInteger(figures.slippageBps))
    return 'quotes with another slippage';
  if (figures.outAmount === 0n || figures.outAmount > ABSURD_LAMPORTS) return 'quotes an absurd amount';
  if (figures.threshold > figures.outAmount) return 'names a minimum above its own offer';
  // Its transaction would promise that minimum, and be refused.
  if (figures.threshold < minimumOf(figures.outAmount)) return 'names a minimum below the slippage asked for';
  return null;
}

/** More than 30% of `from` are missing. */
const isFar = (amount: bigint, from: bigint) => amount * 10n < from * 7n;

/**
 * A quote that is too high harms nobody: its transaction must promise 99% of it, or it is refused, or fails. One that is too low would
 * sell the tax for nothing, so every quote needs a witness that does not come from the same exchange.
 *
 * - Two quotes that agree within 30% are each other's witness, whatever the price was: a real crash must not stop sales for ever.
 * - A sole quote must be at least half of the reference price. Without a reference it is not used: whoever can keep the other exchange
 *   silent would set the price.
 * - Of two that disagree the higher one must be at least half of the reference; the lower one must besides be within 30% below it, or
 *   its exchange could win by letting the better one fail. Without a reference neither is used, not even the higher one:
 *   once that has failed, nothing tells the other from a liar's, and a wait costs nothing but time.
 */
function doubtOf(offer: bigint, offers: readonly bigint[], reference: bigint | null): string | null {
  const [best = offer, ...others] = offers;
  if (others.length > 0 && others.every((other) => !isFar(other, best))) return null;
  // A price of nothing, as of a tiny amount rounded down, is no price: any quote would be half of it.
  if (reference === null || reference <= 0n)
    return others.length === 0
      ? 'a sole quote needs a price to compare it with'
      : 'disagrees with the other exchange, and no price is known to compare them with';
  if (offer * 2n < reference) return 'offers less than half of the last known price';
  if (isFar(offer, best) && isFar(offer, reference)) return 'offers far less than the other exchange';
  return null;
}
