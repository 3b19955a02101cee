import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOL_USD } from '../../../src/price/rules.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { createAskSources } from '../../../worker/feeds/askSources.ts';
import { createFetchBeacon } from '../../../worker/feeds/fetchBeacon.ts';
import { godSolSources } from '../../../worker/feeds/godSolSources.ts';
import { SOL_PRICE_URLS, solUsdSources } from '../../../worker/feeds/solUsdSources.ts';
import { wallet } from '../../domain/wallets.ts';
import { BEACON_1000, BEACON_1001 } from '../../worker/honestRound.ts';
import { DECODER_RUNS } from './decoderRuns.ts';
import { jsonChanges, largeText, mangledBytes } from './mangled.ts';

/** The bytes of honest answers, changed as JSON or byte by byte, or other bytes altogether. */
function answersLike(honest: readonly unknown[]): fc.Arbitrary<Uint8Array> {
  const texts = fc
    .tuple(fc.constantFrom(...honest), jsonChanges)
    .map(([json, change]) => largeText(change(json) ?? null));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  return fc.oneof(texts.map(utf8), mangledBytes(honest.map((json) => utf8(JSON.stringify(json)))));
}

const fetchOf = (body: Uint8Array) => (async () => new Response(Uint8Array.from(body))) as unknown as typeof fetch;

describe("a relay's answer", () => {
  // A check of a signature takes 60 ms.
  const runs = { ...DECODER_RUNS, numRuns: Math.ceil(DECODER_RUNS.numRuns / 10) };
  const beacon = (round: number, { signature }: { readonly signature: string }) => ({
    round,
    signature,
    randomness: 'ff',
  });

  it('is the beacon of the round, or none', async () => {
    const answers = answersLike([beacon(1000, BEACON_1000), beacon(1000, BEACON_1001), beacon(1001, BEACON_1001)]);
    const question = { protocol: protocolOf(1), network: QUICKNET, round: 1000, patienceMs: 60_000 };
    await fc.assert(
      fc.asyncProperty(answers, async (body) => {
        const log = () => undefined;
        const found = await createFetchBeacon({ urls: ['https://relay.test'], fetch: fetchOf(body), log })(question);
        expect([null, BEACON_1000]).toContainEqual(found);
      }),
      runs,
    );
  });
});

describe("a price source's answer", () => {
  const url = 'https://exchange.test';
  const answers = answersLike([
    { solana: { usd: 150.25 } },
    { symbol: 'SOLUSDT', price: '150.25000000' },
    { data: { amount: '150.25', base: 'SOL', currency: 'USD' } },
    { error: [], result: { SOLUSD: { c: ['150.25', '1.0'] } } },
    { success: true, data: { outputAmount: '1000000' } },
    { success: false, msg: 'ROUTE_NOT_FOUND' },
    { outAmount: '1000000' },
  ]);
  const kraken = `${url}/0/public/Ticker`;

  it('is a price, or a source that has not succeeded, told in one steady line', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (body) => {
        const fetch = fetchOf(body);
        const exchanges = { mint: wallet(77), raydiumUrl: url, jupiterUrl: url, jupiterApiKey: null, fetch };
        const sources = [...solUsdSources([...SOL_PRICE_URLS, kraken], fetch), ...godSolSources(exchanges)];
        const lines: string[] = [];
        const log = (line: string) => void lines.push(line);
        const readings = await createAskSources({ sources, rules: SOL_USD, now: () => 0, log })();
        expect(readings).toHaveLength(sources.length);
        for (const { price, success } of readings)
          expect(success ? price >= 50 && price <= 500 : price === 0).toBe(true);
        for (const line of lines) expect(line).toMatch(/^[^\n]{1,150}$/);
      }),
      DECODER_RUNS,
    );
  });
});
