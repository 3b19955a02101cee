/** What one exchange does: its JSON, a whole `Response`, or a failure of the network. */
export type Exchange = (url: URL, init: RequestInit) => unknown;

/**
 * A `fetch` with fake exchanges, by host. A source treats every exception as a failure. So what a test did not expect
 * is kept for `takeSurprises`, to be checked after each test.
 */
export function fakeExchanges(exchanges: Record<string, Exchange>) {
  const calls: { url: URL; init: RequestInit }[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    const exchange = exchanges[url.host];
    if (exchange === undefined) surprises.push(`nobody expected a call of ${url}`);
    if (!(init.signal instanceof AbortSignal)) surprises.push(`${url} has no time limit`);
    if ((init.method ?? 'GET') !== 'GET') surprises.push(`${url} is no GET`);
    calls.push({ url, init });
    const answer = await exchange?.(url, init);
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { fetch: fetch as typeof globalThis.fetch, calls };
}

const surprises: string[] = [];
export const takeSurprises = () => surprises.splice(0);

export const down: Exchange = () => {
  throw new TypeError('connection refused');
};

export const COINGECKO = 'api.coingecko.com';
export const BINANCE = 'data-api.binance.vision';
export const COINBASE = 'api.coinbase.com';
export const WELL = {
  [COINGECKO]: () => ({ solana: { usd: 201.5 } }),
  [BINANCE]: () => ({ symbol: 'SOLUSDT', price: '201.40000000' }),
  [COINBASE]: () => ({ data: { amount: '201.45', base: 'SOL', currency: 'USD' } }),
  'transaction-v1.raydium.io': () => ({ id: 'x', success: true, version: 'V1', data: { outputAmount: '1000000' } }),
  'api.jup.ag': () => ({ inAmount: '100000000000', outAmount: '1020000' }),
};
