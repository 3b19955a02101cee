import type { Address } from '../../src/address/address.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { NodesDisagree, NodesSilent, RpcError } from '../chain/node/rpcError.ts';
import { createAskPools } from './askPools.ts';
import { ownAccounts } from './check/effect.ts';
import { isUnknown, type SwapReason, type SwapRefusal } from './check/refusal.ts';
import type { ExchangeName } from './exchanges/exchange.ts';
import { fetchSwap } from './exchanges/fetchSwap.ts';
import { jupiter } from './exchanges/jupiter.ts';
import { jupiterBuild } from './exchanges/jupiterBuild.ts';
import { createQuoteSwap, isStale, type QuoteProblem, type SwapQuote } from './exchanges/quoteSwap.ts';
import { raydium } from './exchanges/raydium.ts';
import { hasStood, type PriceLook } from './exchanges/weighQuote.ts';
import { type Failure, type InspectedSwap, inspectSwap } from './inspectSwap.ts';

/** A checked transaction that lacks only our signature. */
export interface PreparedSwap extends InspectedSwap {
  readonly exchange: ExchangeName;
  /** The most GOD that can leave, base units. */
  readonly amount: bigint;
  /** What the exchange has offered, and what the swap must bring at least. */
  readonly outLamports: bigint;
  readonly minimumLamports: bigint;
}

/** A refused transaction of an exchange. An alert is raised for it. */
export interface Refusal {
  readonly exchange: ExchangeName;
  readonly reason: SwapReason;
  readonly detail: string;
}

/** The result of looking for a swap. `refusals` are reported even when another exchange's transaction is good. */
export type Preparation =
  | { readonly ok: true; readonly swap: PreparedSwap; readonly refusals: readonly Refusal[] }
  | ({ readonly ok: false; readonly detail: string; readonly refusals: readonly Refusal[] } & Obstacle);

type Obstacle =
  /** An exchange wanted us to sign what must not be signed, or (`unknown`) something that is not known here. */
  | { readonly kind: 'refused' | 'unknown'; readonly reason: SwapReason }
  /** No exchange gives a swap that is worth signing now. A later try may find one. */
  | { readonly kind: 'unavailable'; readonly reason: 'no-swap' | 'below-fees' }
  /** Too few RPC nodes say the same. Nothing is done until they do. */
  | { readonly kind: 'disagreement' }
  /** There is an offer, but its price has to stand for a while before it is believed. */
  | { readonly kind: 'unsure'; readonly offer: Omit<PriceLook, 'at'> };

export interface PrepareSwapInput {
  readonly rpc: Rpc;
  readonly settings: SwapSettings;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface SwapSettings {
  readonly mint: Address;
  readonly taxWallet: { readonly address: Address };
  readonly raydiumUrl: string;
  readonly jupiterUrl: string;
  readonly jupiterApiKey: string | null;
  readonly swapPrograms: readonly Address[];
}

export interface SwapWish {
  /** GOD base units. */
  readonly amount: bigint;
  /**
   * What the amount would bring by a price that does not come from today's quotes: the larger of the last finalized
   * cycle's real price and a price of several sources. Null when neither is known.
   */
  readonly referenceLamports: bigint | null;
  /** An earlier look at a price that only time can confirm; null when there was none. */
  readonly firstLook: PriceLook | null;
  /** How many swaps of this cycle have failed or expired. */
  readonly attempt: number;
}

/**
 * Finds the best honest swap: quotes, the best offer's transaction, its check, its simulation. If one of these fails
 * for the best exchange, the other exchange is tried. A refusal is reported in either case. Signs and sends nothing.
 */
export function createPrepareSwap({ rpc, settings, fetch, now }: PrepareSwapInput) {
  const wallet = settings.taxWallet.address;
  const { mint, jupiterUrl, jupiterApiKey } = settings;
  const own = ownAccounts(wallet, mint);
  const input = { mint, wallet, godAccount: own.god };
  const quoteSwap = createQuoteSwap({
    exchanges: [
      [raydium(settings.raydiumUrl, input)],
      // Jupiter is giving up its version 1, which is asked only where version 2 does not work yet.
      [jupiterBuild(jupiterUrl, jupiterApiKey, input), jupiter(jupiterUrl, jupiterApiKey, input)],
    ],
    mint,
    fetch,
    now,
    askPools: createAskPools({ rpc, mint, now }),
  });

  /** The transaction of one quote, ready to be signed; or why it is not. */
  async function prepare(quote: SwapQuote): Promise<PreparedSwap | Failure | SwapRefusal> {
    if (isStale(quote, now())) return { ok: false, problem: 'its quote has become old' };
    const fetched = await fetchSwap(fetch, quote.source, quote.raw);
    if (!fetched.ok) return fetched;
    const { exchange, inAmount: amount, outLamports, minimumLamports } = quote;
    const order = { wallet, mint, amount, minimumLamports, programs: settings.swapPrograms };
    const inspected = await inspectSwap({ rpc, own, order, fetched });
    return 'ok' in inspected ? inspected : { ...inspected, exchange, amount, outLamports, minimumLamports };
  }

  /** The swap of the first quote with a good transaction. If there is none, a refusal, or without one all failures. */
  async function firstGood(quotes: readonly SwapQuote[], problems: readonly QuoteProblem[]): Promise<Preparation> {
    const failures: (QuoteProblem & { readonly isBelowFees?: boolean })[] = [...problems];
    const refusals: Refusal[] = [];
    for (const quote of quotes) {
      const { exchange } = quote;
      const result = await prepare(quote).catch(outOfReach);
      if (!('ok' in result)) return { ok: true, swap: result, refusals };
      if ('problem' in result) failures.push({ exchange, ...result });
      else refusals.push({ exchange, reason: result.reason, detail: result.detail });
    }
    const refusal = refusals.find(({ reason }) => !isUnknown(reason)) ?? refusals[0];
    if (refusal !== undefined) {
      const { exchange, reason, detail } = refusal;
      const kind = isUnknown(reason) ? 'unknown' : 'refused';
      return { ok: false, kind, reason, detail: `${exchange}: ${detail}`, refusals };
    }
    const reason = failures.some((failure) => failure.isBelowFees) ? 'below-fees' : 'no-swap';
    return { ok: false, kind: 'unavailable', reason, detail: inWords(failures), refusals };
  }

  return async (wish: SwapWish): Promise<Preparation> => {
    try {
      const { quotes, unsure, poolPays, problems } = await quoteSwap(
        wish.amount,
        wish.referenceLamports,
        wish.attempt > 0,
      );
      const stood = unsure.filter(({ inAmount, outLamports }) =>
        hasStood(wish.firstLook, { amount: inAmount, lamports: outLamports }, now()),
      );
      const tried = await firstGood(inTurn([...quotes, ...stood], wish.attempt), problems);
      // The price that has to stand is what the pool pays, which no exchange can change. Without a pool it is the
      // lowest offer, at most 30% below the best: if offers differ by more, and there is no pool, none is `unsure`.
      const lowest = unsure.at(-1);
      if (tried.ok || stood.length > 0 || lowest === undefined) return tried;
      const offer = { amount: wish.amount, lamports: poolPays ?? lowest.outLamports };
      return { ok: false, kind: 'unsure', offer, detail: inWords(problems), refusals: tried.refusals };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (isUndecided(error)) return { ok: false, kind: 'disagreement', detail: error.summary, refusals: [] };
      return { ok: false, kind: 'unavailable', reason: 'no-swap', detail: error.summary, refusals: [] };
    }
  };
}
export type PrepareSwap = ReturnType<typeof createPrepareSwap>;

/**
 * The quotes in the order in which they are tried: the best first. After each swap that failed or expired, the next
 * quote comes first. Otherwise an exchange could promise most, let its transactions fail, and so keep the other
 * exchange from ever buying.
 */
function inTurn(quotes: readonly SwapQuote[], attempt: number): readonly SwapQuote[] {
  const first = quotes.length === 0 ? 0 : attempt % quotes.length;
  return [...quotes.slice(first), ...quotes.slice(0, first)];
}

const inWords = (problems: readonly QuoteProblem[]) =>
  problems.map(({ exchange, problem }) => `${exchange}: ${problem}`).join('; ');

/** Whether too few nodes agree, which is no fault of the offer. */
const isUndecided = (error: RpcError) => error instanceof NodesDisagree || error instanceof NodesSilent;

/**
 * Turns a node's error into a failure of this quote, by no fault of the exchange. Throws again if too few nodes agree,
 * and for any other error.
 */
function outOfReach(error: unknown): Failure {
  if (error instanceof RpcError && !isUndecided(error)) return { ok: false, problem: error.summary };
  throw error;
}
