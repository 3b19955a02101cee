import type { HttpReply, HttpRequest } from './startHttpServer.ts';

/** Prices at this moment: USD for one SOL, SOL for one GOD. */
export interface Market {
  readonly mint: string;
  readonly solUsd: number;
  readonly godSol: number;
}

type Answer = (market: Market, request: HttpRequest) => HttpReply | null;

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const BASE_PER_GOD = 1e6;
const LAMPORTS_PER_SOL = 1e9;
const PRICE_IMPACT_PCT = 0.12;

const ok = (json: unknown): HttpReply => ({ status: 200, json });
const noSwaps: HttpReply = {
  status: 501,
  json: { success: false, error: 'The exchanges of the local world quote but do not swap yet.' },
};

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
  raydium: (market, request) => {
    if (request.path.startsWith('/transaction/')) return noSwaps;
    if (request.path !== '/compute/swap-base-in') return null;
    const quote = quoteOf(market, request.query);
    const head = { id: '00000000-0000-4000-8000-000000000000', version: 'V1' };
    if (quote === null) return ok({ ...head, success: false, msg: 'ROUTE_NOT_FOUND' });
    return ok({ ...head, success: true, data: { ...raydiumData(quote), routePlan: [] } });
  },
  jupiter: (market, request) => {
    if (request.path === '/swap/v1/swap') return noSwaps;
    if (request.path === '/price/v3') return ok(jupiterPrices(market, request.query));
    if (request.path !== '/swap/v1/quote') return null;
    const quote = quoteOf(market, request.query);
    if (quote === null)
      return { status: 400, json: { error: 'Could not find any route', errorCode: 'NO_ROUTES_FOUND' } };
    return ok(jupiterQuote(quote));
  },
} satisfies Record<string, Answer>;

interface Quote {
  readonly inputMint: string;
  readonly outputMint: string;
  readonly inAmount: string;
  readonly outAmount: string;
  readonly threshold: string;
  readonly slippageBps: number;
}

/** GOD to wrapped SOL or back at the market's price; amounts in base units. Null for any other pair or amount. */
function quoteOf(market: Market, query: URLSearchParams): Quote | null {
  const [inputMint, outputMint] = [query.get('inputMint') ?? '', query.get('outputMint') ?? ''];
  const [amount, slippageBps] = [query.get('amount') ?? '', Number(query.get('slippageBps') ?? '50')];
  if (!/^[1-9]\d{0,19}$/.test(amount) || !Number.isInteger(slippageBps)) return null;
  const lamportsPerBase = (market.godSol * LAMPORTS_PER_SOL) / BASE_PER_GOD;
  const sells = inputMint === market.mint && outputMint === WRAPPED_SOL;
  const buys = inputMint === WRAPPED_SOL && outputMint === market.mint;
  if (!sells && !buys) return null;
  const out = BigInt(Math.floor(sells ? Number(amount) * lamportsPerBase : Number(amount) / lamportsPerBase));
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

function raydiumData(quote: Quote): object {
  return {
    swapType: 'BaseIn',
    inputMint: quote.inputMint,
    inputAmount: quote.inAmount,
    outputMint: quote.outputMint,
    outputAmount: quote.outAmount,
    otherAmountThreshold: quote.threshold,
    slippageBps: quote.slippageBps,
    priceImpactPct: PRICE_IMPACT_PCT,
    referrerAmount: '0',
  };
}

function jupiterQuote(quote: Quote): object {
  return {
    inputMint: quote.inputMint,
    inAmount: quote.inAmount,
    outputMint: quote.outputMint,
    outAmount: quote.outAmount,
    otherAmountThreshold: quote.threshold,
    swapMode: 'ExactIn',
    slippageBps: quote.slippageBps,
    platformFee: null,
    priceImpactPct: `${PRICE_IMPACT_PCT / 100}`,
    routePlan: [],
    contextSlot: 1,
    timeTaken: 0.01,
  };
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
