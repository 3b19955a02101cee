import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SourceReading } from '../../../src/price/reading.ts';
import { GOD_SOL, SOL_USD } from '../../../src/price/rules.ts';
import { createAskSources } from '../../../worker/feeds/askSources.ts';
import { godSolSources } from '../../../worker/feeds/godSolSources.ts';
import { SOL_PRICE_URLS, solUsdSources } from '../../../worker/feeds/solUsdSources.ts';
import { wallet } from '../../domain/wallets.ts';
import {
  BINANCE,
  COINBASE,
  COINGECKO,
  down,
  type Exchange,
  fakeExchanges,
  takeSurprises,
  WELL,
} from '../fakeExchanges.ts';

const NOW = 1_800_000_000_000;

afterEach(() => {
  expect(takeSurprises()).toEqual([]);
  vi.restoreAllMocks();
});

const late: Exchange = () => {
  throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
};

describe('the sources of SOL in USD', () => {
  const askOf = (exchanges: Record<string, Exchange>, urls = SOL_PRICE_URLS) => {
    const lines: string[] = [];
    const { fetch, calls } = fakeExchanges(exchanges);
    const ask = createAskSources({
      sources: solUsdSources(urls, fetch),
      rules: SOL_USD,
      now: () => NOW,
      log: (line) => lines.push(line),
    });
    return { ask, calls, lines };
  };
  const pricesOf = (readings: readonly SourceReading[]) =>
    readings.map(({ success, price }) => (success ? price : price - 1));

  it('are asked at their documented addresses, all at once, each for five seconds, and understood', async () => {
    const { ask, calls, lines } = askOf(WELL);
    const limit = vi.spyOn(globalThis, 'setTimeout');
    const asked = ask();
    expect(limit.mock.calls.map(([, ms]) => ms)).toEqual([5_000, 5_000, 5_000]);
    expect(calls.map(({ url }) => String(url))).toEqual([
      'https://api.coingecko.com/api/v3/simple/price?ids=solana&vs_currencies=usd',
      'https://data-api.binance.vision/api/v3/ticker/price?symbol=SOLUSDT',
      'https://api.coinbase.com/v2/prices/SOL-USD/spot',
    ]);
    expect(await asked).toEqual([
      { name: 'CoinGecko', price: 201.5, time: NOW, success: true },
      { name: 'Binance', price: 201.4, time: NOW, success: true },
      { name: 'Coinbase', price: 201.45, time: NOW, success: true },
    ]);
    expect(lines).toEqual([]);
  });

  it('can include Kraken, and are recognized by their path behind any host and prefix', async () => {
    const kraken = { error: [], result: { SOLUSD: { c: ['199.90', '1.5'], o: '1' } } };
    const { ask } = askOf({ 'any.test': ({ pathname }) => (pathname.includes('Ticker') ? kraken : WELL[COINBASE]()) }, [
      'https://any.test/kraken/0/public/Ticker?pair=SOLUSD',
      'http://any.test/coinbase/v2/prices/SOL-USD/spot',
    ]);
    expect((await ask()).map(({ name, price }) => [name, price])).toEqual([
      ['Kraken', 199.9],
      ['Coinbase', 201.45],
    ]);
    expect(() => solUsdSources(['https://any.test/price'], fetch)).toThrow(RangeError);
  });

  const binance =
    (price: unknown): Exchange =>
    () => ({ price });
  it.each<[string, Record<string, Exchange>]>([
    ['is down', { [BINANCE]: down }],
    ['is late', { [BINANCE]: late }],
    ['answers 429 with a good body', { [BINANCE]: () => Response.json(WELL[BINANCE](), { status: 429 }) }],
    ['answers 500', { [BINANCE]: () => new Response('oops', { status: 500 }) }],
    ['answers HTML', { [BINANCE]: () => new Response('<html>200.00</html>') }],
    ['answers nothing', { [BINANCE]: () => new Response('') }],
    ['breaks off', { [BINANCE]: () => new Response('{"price":"201.4') }],
    ['answers null', { [BINANCE]: () => null }],
    ['answers a list', { [BINANCE]: () => [{ price: '201.4' }] }],
    ['answers an error', { [BINANCE]: () => ({ code: -1121, msg: 'Invalid symbol.' }) }],
    ['answers another type', { [BINANCE]: binance(201.4) }],
    ...[
      '',
      ' 201.4',
      '2e2',
      '0xC9',
      'Infinity',
      'NaN',
      '-201.4',
      '0',
      '0.00000000',
      '49.99',
      '500.01',
      '20140',
      'two hundred',
    ].map((price): [string, Record<string, Exchange>] => [
      `says ${JSON.stringify(price)}`,
      { [BINANCE]: binance(price) },
    ]),
  ])('that %s has not succeeded, and does not touch the others', async (_what, broken) => {
    const { ask, lines } = askOf({ ...WELL, ...broken });
    expect(pricesOf(await ask())).toEqual([201.5, -1, 201.45]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^price source Binance (did|could|answered|gave) [\w ]+$/);
  });

  it.each<[string, Exchange]>([
    ['text', () => ({ solana: { usd: '201.5' } })],
    ['zero', () => ({ solana: { usd: 0 } })],
    ['a negative price', () => ({ solana: { usd: -201.5 } })],
    ['a price beyond all numbers', () => new Response('{"solana":{"usd":1e999}}')],
    ['null', () => ({ solana: { usd: null } })],
    ['no such coin', () => ({})],
  ])('do not believe %s from CoinGecko', async (_what, coingecko) => {
    const { ask } = askOf({ ...WELL, [COINGECKO]: coingecko });
    expect(pricesOf(await ask())).toEqual([-1, 201.4, 201.45]);
  });

  it('do not believe a price of Kraken that comes with an error', async () => {
    const answer = { error: ['EService:Busy'], result: { SOLUSD: { c: ['199.90', '1.5'] } } };
    const { ask } = askOf({ 'kraken.test': () => answer }, ['https://kraken.test/0/public/Ticker?pair=SOLUSD']);
    expect(pricesOf(await ask())).toEqual([-1]);
  });

  it('are logged once per change: when one fails, when it fails otherwise, and when it is back', async () => {
    let coinbase: Exchange = WELL[COINBASE];
    const { ask, lines } = askOf({ ...WELL, [COINBASE]: (url, init) => coinbase(url, init) });
    const phases: Exchange[] = [down, late, () => new Response('', { status: 503 }), WELL[COINBASE]];
    for (const phase of phases) {
      coinbase = phase;
      for (let i = 0; i < 3; i++) await ask();
    }
    expect(lines).toEqual([
      'price source Coinbase could not be reached',
      'price source Coinbase did not answer within 5000 ms',
      'price source Coinbase answered 503',
      'price source Coinbase is back',
    ]);
  });

  it('say the same of any price that is out of range, however it moves', async () => {
    let usd = 600;
    const { ask, lines } = askOf({ ...WELL, [COINGECKO]: () => ({ solana: { usd: usd++ } }) });
    for (let i = 0; i < 3; i++) await ask();
    expect(lines).toEqual(['price source CoinGecko gave no acceptable price']);
  });
});

describe('the sources of GOD in SOL', () => {
  const askOf = (exchanges: Record<string, Exchange>, jupiterApiKey: string | null = null) => {
    const lines: string[] = [];
    const { fetch, calls } = fakeExchanges(exchanges);
    const ask = createAskSources({
      sources: godSolSources({
        ...{ mint: wallet(77), jupiterApiKey, fetch },
        ...{ raydiumUrl: 'https://transaction-v1.raydium.io', jupiterUrl: 'https://api.jup.ag' },
      }),
      rules: GOD_SOL,
      now: () => NOW,
      log: (line) => lines.push(line),
    });
    return { ask, calls, lines };
  };

  it('are asked what 100,000 GOD fetch at 1% slippage, and the answer is divided', async () => {
    const { ask, calls } = askOf(WELL);
    const asked = ask();
    const query = `inputMint=${wallet(77)}&outputMint=So11111111111111111111111111111111111111112&amount=100000000000&slippageBps=100`;
    expect(calls.map(({ url }) => String(url))).toEqual([
      `https://transaction-v1.raydium.io/compute/swap-base-in?${query}&txVersion=V0`,
      `https://api.jup.ag/swap/v1/quote?${query}`,
    ]);
    expect(await asked).toEqual([
      { name: 'Raydium', price: 0.000_000_01, time: NOW, success: true },
      { name: 'Jupiter', price: 0.000_000_010_2, time: NOW, success: true },
    ]);
  });

  it('get the API key where one is set, Jupiter alone, and it is in no address and no log', async () => {
    const keyOf = (given: ReturnType<typeof askOf>) =>
      given.calls.map(({ init }) => new Headers(init.headers).get('x-api-key'));
    const without = askOf(WELL);
    await without.ask();
    expect(keyOf(without)).toEqual([null, null]);
    const withKey = askOf({ ...WELL, 'api.jup.ag': () => new Response('canary', { status: 401 }) }, 'canary');
    await withKey.ask();
    expect(keyOf(withKey)).toEqual([null, 'canary']);
    expect([...withKey.lines, ...withKey.calls.map(({ url }) => String(url))].join()).not.toContain('canary');
  });

  it.each([
    ['ROUTE_NOT_FOUND', 'price source Raydium refuses: ROUTE_NOT_FOUND'],
    ['Pool 7 is paused.', 'price source Raydium refuses: Pool # is paused.'],
    ['<script>canary</script>', 'price source Raydium refuses: no reason'],
  ])('log Raydium’s own refusal %s in its words', async (msg, line) => {
    const { ask, lines } = askOf({ ...WELL, 'transaction-v1.raydium.io': () => ({ success: false, msg }) });
    await ask();
    expect(lines).toEqual([line]);
  });

  const raydium = (data: unknown) => () => ({ success: true, data });
  it.each<[string, Exchange]>([
    ['finds no route', () => ({ success: false, msg: 'ROUTE_NOT_FOUND' })],
    ['fails with a price', () => ({ success: false, data: { outputAmount: '1000000' } })],
    ['quotes zero', raydium({ outputAmount: '0' })],
    ['quotes a number', raydium({ outputAmount: 1000000 })],
    ['quotes a fraction', raydium({ outputAmount: '1000000.5' })],
    ['quotes an exponent', raydium({ outputAmount: '1e6' })],
    ['quotes less than nothing', raydium({ outputAmount: '-1000000' })],
    ['quotes more than there can be', raydium({ outputAmount: '18446744073709551616' })],
    ['quotes nothing', raydium({})],
    ['is down', down],
    ['is late', late],
  ])('do not count Raydium when it %s', async (_what, broken) => {
    const { ask, lines } = askOf({ ...WELL, 'transaction-v1.raydium.io': broken });
    expect(await ask()).toEqual([
      { name: 'Raydium', price: 0, time: NOW, success: false },
      { name: 'Jupiter', price: 0.000_000_010_2, time: NOW, success: true },
    ]);
    expect(lines).toHaveLength(1);
  });
});
