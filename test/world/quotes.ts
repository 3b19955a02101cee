import * as z from 'zod';
import { buildAnswer } from './amm/buildAnswer.ts';
import type { Amm } from './amm/openAmm.ts';
import { jupiterQuote, type Quote, raydiumData } from './quoteFigures.ts';
import type { HttpReply, HttpRequest } from './startHttpServer.ts';
import type { SwapDeal } from './swapTransaction.ts';
import { transferFee } from './transferFee.ts';

/** Prices at this moment: USD for one SOL, and SOL for one GOD, counted after the transfer fee. */
export interface Market {
  readonly mint: string;
  readonly solUsd: number;
  readonly godSol: number;
  /** Makes the transaction of a swap that somebody asks for, base64. */
  readonly trade: (deal: SwapDeal) => Promise<string>;
  /** A real pool that sets GOD's price in place of `godSol`; null without one. */
  readonly amm: Amm | null;
}

type Answer = (market: Market, request: HttpRequest) => Promise<HttpReply | null> | HttpReply | null;

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const BASE_PER_GOD = 1e6;
const LAMPORTS_PER_SOL = 1e9;
const ANSWER_ID = '00000000-0000-4000-8000-000000000000';

const ok = (json: unknown): HttpReply => ({ status: 200, json });
const bad = (error: string): HttpReply => ({ status: 400, json: { success: false, error } });

/** Each exchange's documented answer; null for a path it does not have. */
export const quotes = {
  coingecko: ({ solUsd }, { path, query }) => {
    if (path !== '/api/v3/simple/price') return null;
    return ok(query.get('ids') === 'solana' ? { solana: { usd: cents(solUsd) } } : {});
  },
  binance: ({ solUsd }, { path, query }) => {
    if (path !== '/api/v3/ticker/price') return null;
    if (query.get('symbol') !== 'SOLUSDT') return { status: 400, json: { code: -1121, msg: 'Invalid symbol.' } };
    return ok({ symbol: 'SOLUSDT', price: solUsd.toFixed(8) });
  },
  coinbase: ({ solUsd }, { path }) => {
    if (path !== '/v2/prices/SOL-USD/spot') return null;
    return ok({ data: { amount: solUsd.toFixed(2), base: 'SOL', currency: 'USD' } });
  },
  kraken: ({ solUsd }, { path }) => {
    if (path !== '/0/public/Ticker') return null;
    return ok({ error: [], result: { SOLUSD: { c: [solUsd.toFixed(2), '1.00000000'] } } });
  },
  raydium: async (market, request) => {
    if (request.path === '/transaction/swap-base-in') return raydiumSwap(market, request);
    if (request.path !== '/compute/swap-base-in') return null;
    const quote = await quoteOf(market, request.query);
    const head = { id: ANSWER_ID, version: 'V1' };
    if (quote === null) return ok({ ...head, success: false, msg: 'ROUTE_NOT_FOUND' });
    return ok({
      ...head,
      success: true,
      data: { ...raydiumData(quote), routePlan: poolsOf(market).map((poolId) => ({ poolId })) },
    });
  },
  jupiter: async (market, { path, query, ...request }) => {
    if (path === '/swap/v1/swap') return jupiterSwap(market, { path, query, ...request });
    if (path === '/price/v3') return ok(jupiterPrices(market, query));
    // Without a pool the market-maker has to sign its sales, and instructions alone carry no signature.
    const builds = path === '/swap/v2/build' && market.amm !== null;
    if (path !== '/swap/v1/quote' && !builds) return null;
    const knowsGod = market.amm === null || market.amm.hasJupiter;
    const quote = knowsGod ? await quoteOf(market, query) : null;
    if (quote === null)
      return { status: 400, json: { error: 'Could not find any route', errorCode: 'NO_ROUTES_FOUND' } };
    const routePlan = poolsOf(market).map((ammKey) => ({ percent: 100, bps: 10_000, swapInfo: { ammKey } }));
    if (!builds || market.amm === null) return ok({ ...jupiterQuote(quote), routePlan });
    const [amount, lamports] = [BigInt(quote.inAmount), BigInt(quote.outAmount)];
    const made = buildAnswer({ pool: market.amm.pool, taker: query.get('taker') ?? '', amount, lamports });
    return ok({ ...jupiterQuote(quote), routePlan, ...made });
  },
} satisfies Record<string, Answer>;

/**
 * GOD to wrapped SOL or back at the market's price, less the token's transfer fee. Amounts are base units. Null for any
 * other pair or amount.
 */
async function quoteOf(market: Market, query: URLSearchParams): Promise<Quote | null> {
  const [inputMint, outputMint] = [query.get('inputMint') ?? '', query.get('outputMint') ?? ''];
  const [amount, slippageBps] = [query.get('amount') ?? '', Number(query.get('slippageBps') ?? '50')];
  if (!/^[1-9]\d{0,19}$/.test(amount) || !Number.isInteger(slippageBps)) return null;
  const lamportsPerBase = (market.godSol * LAMPORTS_PER_SOL) / BASE_PER_GOD;
  const sells = inputMint === market.mint && outputMint === WRAPPED_SOL;
  const buys = inputMint === WRAPPED_SOL && outputMint === market.mint;
  if (!sells && !buys) return null;
  const pool = await market.amm?.quote();
  const sold = () => pool?.sell(BigInt(amount)) ?? floor(Number(afterFee(BigInt(amount))) * lamportsPerBase);
  const bought = () => pool?.buy(BigInt(amount)) ?? afterFee(floor(Number(amount) / lamportsPerBase));
  const out = sells ? sold() : bought();
  const threshold = (out * BigInt(10_000 - slippageBps)) / 10_000n;
  return {
    inputMint,
    outputMint,
    inAmount: amount,
    outAmount: `${out}`,
    threshold: `${threshold}`,
    slippageBps,
  };
}

/** The pools of a route: the real pool, or none. */
const poolsOf = ({ amm }: Market) => (amm === null ? [] : [amm.pool.id.toBase58()]);

const floor = (amount: number) => BigInt(Math.floor(amount));
const afterFee = (amount: bigint) => amount - transferFee(amount);

const units = z.string().regex(/^\d{1,20}$/);
const raydiumWish = z.object({
  wallet: z.string(),
  txVersion: z.literal('V0'),
  unwrapSol: z.literal(true),
  swapResponse: z.object({
    success: z.literal(true),
    data: z.object({ inputMint: z.string(), inputAmount: units, outputAmount: units }),
  }),
});
const jupiterWish = z.object({
  userPublicKey: z.string(),
  wrapAndUnwrapSol: z.literal(true),
  quoteResponse: z.object({ inputMint: z.string(), inAmount: units, outAmount: units }),
});

/** Only sales of GOD, with the amounts of the quote. */
async function raydiumSwap({ mint, trade }: Market, { body }: HttpRequest): Promise<HttpReply> {
  const wish = raydiumWish.safeParse(JSON.parse(body));
  if (!wish.success || wish.data.swapResponse.data.inputMint !== mint) return bad('REQ_SWAP_RESPONSE_ERROR');
  const { inputAmount, outputAmount } = wish.data.swapResponse.data;
  const transaction = await trade({
    exchange: 'raydium',
    wallet: wish.data.wallet,
    amount: BigInt(inputAmount),
    lamports: BigInt(outputAmount),
  });
  return ok({ id: ANSWER_ID, version: 'V1', success: true, data: [{ transaction }] });
}

async function jupiterSwap({ mint, trade }: Market, { body }: HttpRequest): Promise<HttpReply> {
  const wish = jupiterWish.safeParse(JSON.parse(body));
  if (!wish.success || wish.data.quoteResponse.inputMint !== mint) return bad('Invalid quoteResponse');
  const { inAmount, outAmount } = wish.data.quoteResponse;
  const swapTransaction = await trade({
    exchange: 'jupiter',
    wallet: wish.data.userPublicKey,
    amount: BigInt(inAmount),
    lamports: BigInt(outAmount),
  });
  return ok({ swapTransaction, lastValidBlockHeight: 1, prioritizationFeeLamports: 0 });
}

function jupiterPrices({ mint, godSol, solUsd }: Market, query: URLSearchParams): object {
  const prices = new Map([
    [mint, { usdPrice: godSol * solUsd, blockId: 1, decimals: 6, priceChange24h: 0 }],
    [WRAPPED_SOL, { usdPrice: solUsd, blockId: 1, decimals: 9, priceChange24h: 0 }],
  ]);
  const asked = (query.get('ids') ?? '').split(',');
  return Object.fromEntries([...prices].filter(([address]) => asked.includes(address)));
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}
