import { type Market, quotes } from './quotes.ts';
import { seededRandom } from './seededRandom.ts';
import { type HttpReply, type HttpRequest, type HttpServer, startHttpServer } from './startHttpServer.ts';
import { draftSwap, finishDraft, type SwapDeal, type SwapDraft, type Trader } from './swapTransaction.ts';

export type ExchangeName = 'coingecko' | 'binance' | 'coinbase' | 'kraken' | 'raydium' | 'jupiter';

/** A delay, then `reply`, or else the exchange's own answer, which `garble` may change. */
export interface ExchangeFault {
  /** A wait until the test lets go. */
  readonly until?: Promise<unknown>;
  readonly reply?: HttpReply;
  readonly garble?: (reply: HttpReply) => HttpReply;
}

/** Changes a swap before the market-maker signs it: what a hostile exchange would do. */
export type RedraftSwap = (draft: SwapDraft, deal: SwapDeal) => SwapDraft | Promise<SwapDraft>;

/** The price sources and exchanges of the world, each under its name: `<url>/coingecko/…`. */
export interface Exchanges extends HttpServer {
  /** Base addresses, in the form of the worker's settings. */
  readonly raydiumUrl: string;
  readonly jupiterUrl: string;
  /** Of CoinGecko, Binance and Coinbase: whole addresses with their queries. */
  readonly solPriceUrls: readonly string[];
  /** Prices from now on: USD for one SOL, SOL for one GOD before the token's own fee. Sources still differ by up to 0.2%. */
  setPrices(prices: { readonly solUsd?: number; readonly godSol?: number }): void;
  setFault(fault: ((exchange: ExchangeName, request: HttpRequest) => ExchangeFault | null) | null): void;
  setRedraft(redraft: RedraftSwap | null): void;
  readonly calls: ReadonlyMap<ExchangeName, number>;
}

export interface ExchangeOptions {
  readonly worldSeed: string;
  /** The wallet that buys and sells for both exchanges, and its chain. */
  readonly trader: Trader;
}

const SOL_USD = 150;
const GOD_SOL = 0.000_000_01;
const SPREAD = 0.002;
const NAMES: readonly ExchangeName[] = ['coingecko', 'binance', 'coinbase', 'kraken', 'raydium', 'jupiter'];

/**
 * Answers the JSON that each one documents. Swaps are real transactions of the world's chain, signed by the
 * market-maker.
 */
export async function startExchanges({ worldSeed, trader }: ExchangeOptions): Promise<Exchanges> {
  const random = seededRandom(worldSeed, 'prices');
  const market = { solUsd: SOL_USD, godSol: GOD_SOL };
  const calls = new Map<ExchangeName, number>();
  let fault: ((exchange: ExchangeName, request: HttpRequest) => ExchangeFault | null) | null = null;
  let redraft: RedraftSwap | null = null;

  const trade = async (deal: SwapDeal): Promise<string> => {
    const draft = await draftSwap(trader, deal);
    return finishDraft((await redraft?.(draft, deal)) ?? draft);
  };

  const answer = async (request: HttpRequest): Promise<HttpReply> => {
    const name = NAMES.find((each) => request.path.startsWith(`/${each}/`));
    if (name === undefined) return { status: 404, json: { error: 'no such exchange' } };
    calls.set(name, (calls.get(name) ?? 0) + 1);
    const wrong = fault?.(name, request) ?? {};
    if (wrong.until !== undefined) await wrong.until;
    if (wrong.reply !== undefined) return wrong.reply;
    const wobble = 1 + (random() - 0.5) * SPREAD;
    const now: Market = {
      mint: trader.mint.toBase58(),
      solUsd: market.solUsd * wobble,
      godSol: market.godSol * wobble,
      trade,
      amm: trader.amm,
    };
    const path = request.path.slice(name.length + 1);
    const reply = (await quotes[name](now, { ...request, path })) ?? NOT_FOUND;
    return wrong.garble?.(reply) ?? reply;
  };

  const server = await startHttpServer(answer);
  return {
    ...server,
    raydiumUrl: `${server.url}/raydium`,
    jupiterUrl: `${server.url}/jupiter`,
    solPriceUrls: [
      `${server.url}/coingecko/api/v3/simple/price?ids=solana&vs_currencies=usd`,
      `${server.url}/binance/api/v3/ticker/price?symbol=SOLUSDT`,
      `${server.url}/coinbase/v2/prices/SOL-USD/spot`,
    ],
    setPrices: (prices) => void Object.assign(market, prices),
    setFault: (next) => {
      fault = next;
    },
    setRedraft: (next) => {
      redraft = next;
    },
    calls,
  };
}

const NOT_FOUND: HttpReply = { status: 404, json: { error: 'not found' } };
