import { describe, expect, it } from 'vitest';
import { address } from '../../../src/address/address.ts';
import type { Exchange } from '../../../worker/swap/exchanges/exchange.ts';
import { fetchSwap } from '../../../worker/swap/exchanges/fetchSwap.ts';
import { jupiter } from '../../../worker/swap/exchanges/jupiter.ts';
import { createQuoteSwap } from '../../../worker/swap/exchanges/quoteSwap.ts';
import { raydium } from '../../../worker/swap/exchanges/raydium.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { wallet } from '../../domain/wallets.ts';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const MINT = wallet(77);
const AMOUNT = 1_000_000_000_000n;
const INPUT = { mint: MINT, wallet: wallet(3), godAccount: address(wallet(4)) };
const EXCHANGES = [raydium('https://ray.test', INPUT), jupiter('https://jup.test', 'canary', INPUT)] as const;

const raydiumData = {
  swapType: 'BaseIn',
  inputMint: MINT,
  inputAmount: `${AMOUNT}`,
  outputMint: WRAPPED_SOL,
  outputAmount: '10000000',
  otherAmountThreshold: '9900000',
  slippageBps: 100,
  priceImpactPct: 0.1,
  referrerAmount: '0',
  routePlan: [{ poolId: wallet(5) }],
};
const RAYDIUM = { id: 'x', success: true, version: 'V1', data: raydiumData };
const JUPITER = {
  inputMint: MINT,
  inAmount: `${AMOUNT}`,
  outputMint: WRAPPED_SOL,
  outAmount: '10000001',
  otherAmountThreshold: '9900001',
  swapMode: 'ExactIn',
  slippageBps: 100,
  platformFee: null,
  priceImpactPct: '0.001',
  routePlan: [{ percent: 100 }],
  contextSlot: 5,
};

type Answer = () => Response | Promise<Response>;
const json =
  (value: unknown): Answer =>
  () =>
    Response.json(value);
const NOW = 1_790_000_000_000;
/** What the amount would bring by a price that comes from none of these exchanges. */
const REFERENCE = 10_000_000n;

/** Both exchanges, each with its answer; what was asked is kept. `pool`: what the pools pay; usually there is none. */
function market(answers: { raydium?: Answer; jupiter?: Answer }, pool: bigint | null = null) {
  const asked: { url: URL; headers: Headers; body: unknown }[] = [];
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    asked.push({ url, headers: new Headers(init?.headers), body: init?.body ? JSON.parse(String(init.body)) : null });
    const answer = url.host === 'ray.test' ? answers.raydium : answers.jupiter;
    return (answer ?? neverCalled(url.host))();
  }) as typeof globalThis.fetch;
  return {
    fetch,
    asked,
    quote: createQuoteSwap({
      exchanges: EXCHANGES.map((each) => [each]),
      mint: MINT,
      fetch,
      now: () => NOW,
      askPools: async () => pool,
    }),
  };
}

const offers = (ray: number, jup: number) => ({
  raydium: json({ ...RAYDIUM, data: { ...raydiumData, outputAmount: `${ray}`, otherAmountThreshold: `${ray}` } }),
  jupiter: json({ ...JUPITER, outAmount: `${jup}`, otherAmountThreshold: `${jup}` }),
});
async function chosen(answers: { raydium?: Answer; jupiter?: Answer }, reference: bigint | null = null) {
  const { quotes } = await market(answers).quote(AMOUNT, reference);
  return quotes.map(({ exchange }) => exchange);
}

describe('quotes for a sale of GOD', () => {
  it('come best first, with our own minimum, the time and the whole answer', async () => {
    const { quote } = market({ raydium: json(RAYDIUM), jupiter: json(JUPITER) });
    expect(await quote(AMOUNT, null)).toEqual({
      problems: [],
      poolPays: null,
      unsure: [],
      quotes: [
        // 1% of 10,000,001 is 100,000.01: what is left is rounded down.
        {
          ...{ exchange: 'jupiter', inAmount: AMOUNT, outLamports: 10_000_001n, minimumLamports: 9_900_000n },
          ...{ askedAt: NOW, raw: JUPITER, source: EXCHANGES[1], pools: [] },
        },
        {
          ...{ exchange: 'raydium', inAmount: AMOUNT, outLamports: 10_000_000n, minimumLamports: 9_900_000n },
          ...{ askedAt: NOW, raw: RAYDIUM, source: EXCHANGES[0], pools: [wallet(5)] },
        },
      ],
    });
  });

  it.each([
    ['vouch for each other', false, ['jupiter', 'raydium'], null],
    ['do not vouch for each other where the pool pays more, after a swap was lost', true, ['jupiter'], 10_000_000n],
  ] as const)('within 30%% of each other %s', async (_, isRetry, expected, poolPays) => {
    const { quote } = market(offers(7_500_000, 9_950_000), 10_000_000n);
    const found = await quote(AMOUNT, null, isRetry);
    expect([found.quotes.map(({ exchange }) => exchange), found.poolPays]).toEqual([expected, poolPays]);
  });

  it('are asked as documented', async () => {
    const { quote, asked } = market({ raydium: json(RAYDIUM), jupiter: json(JUPITER) });
    await quote(AMOUNT, null);
    const pair = { inputMint: MINT, outputMint: WRAPPED_SOL, amount: '1000000000000', slippageBps: '100' };
    const [ray, jup] = asked;
    expect(ray?.url.pathname).toBe('/compute/swap-base-in');
    expect(Object.fromEntries(ray?.url.searchParams ?? [])).toEqual({ ...pair, txVersion: 'V0' });
    expect(jup?.url.pathname).toBe('/swap/v1/quote');
    expect(Object.fromEntries(jup?.url.searchParams ?? [])).toEqual({
      ...{ ...pair, swapMode: 'ExactIn', onlyDirectRoutes: 'true', instructionVersion: 'V2' },
      dexes: 'Raydium CLMM,Raydium CP',
    });
    expect([ray, jup].map((call) => call?.headers.get('x-api-key'))).toEqual([null, 'canary']);
  });

  const data = (change: object) => json({ ...RAYDIUM, data: { ...raydiumData, ...change } });
  const { data: _none, ...withoutData } = RAYDIUM;
  it.each<[string, Answer, string]>([
    ['is out of reach', () => Promise.reject(new TypeError('canary')), 'could not be reached'],
    ['answers 429', () => new Response('canary', { status: 429 }), 'answered 429'],
    ['answers no JSON', () => new Response('<html>canary'), 'answered no JSON'],
    ['floods us', () => new Response(' '.repeat(300_000)), 'answered more than 262144 bytes'],
    [
      'floods us with values',
      () => new Response(`[${'{},'.repeat(80_000)}0]`),
      'answered JSON with too many values or levels',
    ],
    ['answers null', json(null), 'answered in an unknown shape'],
    ['answers nothing of a quote', json(withoutData), 'answered in an unknown shape'],
    [
      'has no route',
      json({ id: 'x', success: false, version: 'V1', msg: 'ROUTE_NOT_FOUND' }),
      'has no route: ROUTE_NOT_FOUND',
    ],
    [
      'refuses in words',
      json({ success: false, msg: 'Insufficient liquidity: 1234 of 99 pools' }),
      'has no route: Insufficient liquidity: # of # pools',
    ],
    ['refuses with a figure in its code', json({ success: false, msg: 'REQ_V0_ERROR' }), 'has no route: REQ_V#_ERROR'],
    ['fails with words of its own', json({ success: false, msg: 'canary <script>' }), 'has no route: no reason'],
    ['fails and has a quote', json({ ...RAYDIUM, success: false }), 'has no route: no reason'],
    ['leaves the output out', data({ outputAmount: undefined }), 'answered in an unknown shape'],
    ['quotes a negative output', data({ outputAmount: '-10000000' }), 'answered in an unknown shape'],
    ['quotes a fraction', data({ outputAmount: '10000000.5' }), 'answered in an unknown shape'],
    ['quotes a number', data({ outputAmount: 10_000_000 }), 'answered in an unknown shape'],
    ['quotes more than 64 bits', data({ outputAmount: '18446744073709551616' }), 'answered in an unknown shape'],
    ['quotes more SOL than there is', data({ outputAmount: '1000000000000000001' }), 'quotes an absurd amount'],
    ['quotes nothing', data({ outputAmount: '0', otherAmountThreshold: '0' }), 'quotes an absurd amount'],
    ['quotes another token', data({ inputMint: wallet(9) }), 'quotes another pair'],
    ['quotes into another token', data({ outputMint: wallet(9) }), 'quotes another pair'],
    ['quotes another amount', data({ inputAmount: `${AMOUNT + 1n}` }), 'quotes another amount'],
    ['quotes the other direction', data({ swapType: 'BaseOut' }), 'answered in an unknown shape'],
    ['quotes with more slippage', data({ slippageBps: 101 }), 'quotes with another slippage'],
    ['quotes with a fraction of slippage', data({ slippageBps: 100.5 }), 'quotes with another slippage'],
    [
      'has a minimum above its offer',
      data({ otherAmountThreshold: '10000001' }),
      'names a minimum above its own offer',
    ],
    [
      'has too low a minimum',
      data({ otherAmountThreshold: '9899999' }),
      'names a minimum below the slippage asked for',
    ],
    ['routes over several pools', data({ routePlan: [{}, {}] }), 'routes over several pools'],
  ])('leave an exchange out that %s, and say why', async (_what, answer, problem) => {
    const { quotes, problems } = await market({ raydium: answer, jupiter: json(JUPITER) }).quote(AMOUNT, REFERENCE);
    expect(quotes.map(({ exchange }) => exchange)).toEqual(['jupiter']);
    expect(problems).toEqual([{ exchange: 'raydium', problem }]);
  });

  it.each<[string, Answer, string]>([
    ['has no route', () => Response.json({ error: 'canary' }, { status: 400 }), 'answered 400'],
    ['answers an error', json({ error: 'canary' }), 'answered in an unknown shape'],
    ['quotes for an amount out', json({ ...JUPITER, swapMode: 'ExactOut' }), 'answered in an unknown shape'],
    ['takes a fee', json({ ...JUPITER, platformFee: { amount: '1', feeBps: 1 } }), 'answered in an unknown shape'],
    ['quotes another token', json({ ...JUPITER, inputMint: wallet(9) }), 'quotes another pair'],
    ['quotes another amount', json({ ...JUPITER, inAmount: '1' }), 'quotes another amount'],
    ['quotes with less slippage', json({ ...JUPITER, slippageBps: 50 }), 'quotes with another slippage'],
    ['quotes a negative output', json({ ...JUPITER, outAmount: '-1' }), 'answered in an unknown shape'],
  ])('leave Jupiter out when it %s', async (_what, answer, problem) => {
    const { quotes, problems } = await market({ raydium: json(RAYDIUM), jupiter: answer }).quote(AMOUNT, REFERENCE);
    expect(quotes.map(({ exchange }) => exchange)).toEqual(['raydium']);
    expect(problems).toEqual([{ exchange: 'jupiter', problem }]);
  });

  it('are none, with both reasons, when both are bad', async () => {
    const { quotes, problems } = await market({ raydium: json(null), jupiter: json(null) }).quote(AMOUNT, null);
    expect([quotes.length, problems.map(({ exchange }) => exchange)]).toEqual([0, ['raydium', 'jupiter']]);
  });

  const down = json(null);
  const one = (jup: number) => ({ raydium: down, jupiter: offers(1, jup).jupiter });
  const BOTH = ['raydium', 'jupiter'];

  it('that agree within 30% confirm each other', async () => {
    expect(await chosen(offers(100, 70))).toEqual(BOTH);
    expect(await chosen(offers(70, 100))).toEqual(['jupiter', 'raydium']);
    expect(await chosen(offers(100, 100), 200n)).toEqual(BOTH);
  });

  it('that are the only one must be at least half of a price that does not come from this exchange', async () => {
    expect(await chosen(one(50), 100n)).toEqual(['jupiter']);
    expect(await chosen(one(49), 100n)).toEqual([]);
    expect((await market(one(49)).quote(AMOUNT, 100n)).problems.at(-1)).toEqual({
      ...{ exchange: 'jupiter', problem: 'offers less than half of the last known price' },
    });
  });

  it.each([null, 0n])('that stand alone are not used when the price known is %s', async (reference) => {
    for (const offer of [1, 1_000_000]) {
      const { quotes, problems } = await market(one(offer)).quote(AMOUNT, reference);
      expect(quotes).toEqual([]);
      expect(problems.at(-1)).toEqual({
        ...{ exchange: 'jupiter', problem: 'a sole quote needs a price to compare it with' },
      });
    }
  });

  it('that disagree are both left out when no price is known: either exchange may be the liar', async () => {
    for (const reference of [null, 0n]) {
      expect(await chosen(offers(100, 69), reference)).toEqual([]);
      expect(await chosen(offers(1, 1_000_000), reference)).toEqual([]);
    }
    const { problems } = await market(offers(100, 69)).quote(AMOUNT, null);
    const problem = 'disagrees with the other exchange, and no price is known to compare them with';
    expect(problems).toEqual(BOTH.map((exchange) => ({ exchange, problem })));
  });

  it('that disagree are compared with the known price: the higher one needs half of it, the lower one 70%', async () => {
    // If the swap of the better quote fails, the liar's quote must not be used.
    expect(await chosen(offers(100, 69), 100n)).toEqual(['raydium']);
    expect(await chosen(offers(1, 1_000_000), 1_000_000n)).toEqual(['jupiter']);
    expect(await chosen(offers(50, 34), 100n)).toEqual(['raydium']);
    expect(await chosen(offers(49, 34), 100n)).toEqual([]);
    // By the known price the lower offer is right and the higher one is far too high.
    expect(await chosen(offers(1_000_000, 100), 110n)).toEqual(BOTH);
    expect(await chosen(offers(1_000_000, 70), 100n)).toEqual(BOTH);
    expect(await chosen(offers(1_000_000, 69), 100n)).toEqual(['raydium']);
  });
});

describe('the transaction of a quote', () => {
  const [ray, jup] = EXCHANGES;
  const TRANSACTION = 'AQID';
  const get = (exchange: Exchange, answer: Answer) =>
    fetchSwap(market({ raydium: answer, jupiter: answer }).fetch, exchange, RAYDIUM);

  it('is asked for with the whole quote, our wallet and nothing to sign yet', async () => {
    const { fetch, asked } = market({
      raydium: json({ success: true, data: [{ transaction: TRANSACTION }] }),
      jupiter: json({ swapTransaction: TRANSACTION, lastValidBlockHeight: 1 }),
    });
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await fetchSwap(fetch, ray, RAYDIUM)).toEqual({ ok: true, bytes });
    expect(await fetchSwap(fetch, jup, JUPITER)).toEqual({ ok: true, bytes });
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/transaction/swap-base-in', '/swap/v1/swap']);
    expect(asked[0]?.body).toEqual({
      ...{ computeUnitPriceMicroLamports: '10000', swapResponse: RAYDIUM, txVersion: 'V0', wallet: wallet(3) },
      ...{ wrapSol: false, unwrapSol: true, inputAccount: wallet(4) },
    });
    expect(asked[1]?.body).toMatchObject({ quoteResponse: JUPITER, userPublicKey: wallet(3), wrapAndUnwrapSol: true });
    expect(asked[1]?.headers.get('x-api-key')).toBe('canary');
  });

  const several = { success: true, data: [{ transaction: TRANSACTION }, { transaction: TRANSACTION }] };
  it.each<[string, Answer, object]>([
    ['several', json(several), { reason: 'several-transactions' }],
    ['no base64', json({ success: true, data: [{ transaction: 'c a n a r y' }] }), { reason: 'garbage' }],
    ['an empty one', json({ success: true, data: [{ transaction: '' }] }), { reason: 'garbage' }],
    ['a huge one', json({ success: true, data: [{ transaction: 'AAAA'.repeat(411) }] }), { reason: 'too-large' }],
    ['none', json({ success: true, data: [] }), { problem: 'made no transaction' }],
    ['an error', json({ success: false, msg: 'REQ_ERROR' }), { problem: 'makes no transaction: REQ_ERROR' }],
    ['something else', json({ success: true }), { problem: 'answered in an unknown shape' }],
    ['an endless answer', () => new Response('A'.repeat(300_000)), { problem: 'answered more than 262144 bytes' }],
  ])('is not taken when the exchange makes %s', async (_what, answer, expected) => {
    expect(await get(ray, answer)).toMatchObject({ ok: false, ...expected });
  });
});
