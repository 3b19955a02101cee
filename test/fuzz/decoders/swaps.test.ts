import '../../world/quietBindings.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addressOf } from '../../../src/address/address.ts';
import { fetchQuote } from '../../../worker/feeds/fetchQuote.ts';
import { checkSwap } from '../../../worker/swap/check/checkSwap.ts';
import { readRoute, readRouteV2 } from '../../../worker/swap/check/jupiterRoute.ts';
import { parseTransaction } from '../../../worker/swap/check/parseTransaction.ts';
import { buildSwap } from '../../../worker/swap/exchanges/buildSwap.ts';
import type { Exchange } from '../../../worker/swap/exchanges/exchange.ts';
import { jupiter } from '../../../worker/swap/exchanges/jupiter.ts';
import { jupiterBuild } from '../../../worker/swap/exchanges/jupiterBuild.ts';
import { raydium } from '../../../worker/swap/exchanges/raydium.ts';
import { AMOUNT, compile, HONEST, jupiterTail, MINIMUM, ORDER, PLAN } from '../../worker/swapDrafts.ts';
import { DECODER_RUNS } from './decoderRuns.ts';
import { largeText, mangledBytes, mangledJson } from './mangled.ts';

const swaps = mangledBytes(Object.values(HONEST).map((instructions) => compile({ instructions })));

describe('a transaction that a stranger has made', () => {
  it('is read without a doubt, or refused with a reason', () => {
    fc.assert(
      fc.property(swaps, (bytes) => {
        const parsed = parseTransaction(bytes);
        if (!parsed.ok) {
          expect(parsed.reason).toMatch(/^(?:too-large|version|garbage)$/);
          return;
        }
        expect(Buffer.from(parsed.transaction.serialize())).toEqual(Buffer.from(bytes));
        expect(parsed.signers.length).toBeGreaterThan(0);
      }),
      DECODER_RUNS,
    );
  });

  it('is never accepted for more than was ordered, nor for less than was asked', () => {
    fc.assert(
      fc.property(swaps, (bytes) => {
        const judged = checkSwap(bytes, ORDER, []);
        if (!judged.ok) {
          expect(judged.reason).toBeTypeOf('string');
          return;
        }
        expect(judged.sold).toBeLessThanOrEqual(AMOUNT);
        expect(judged.guaranteedLamports).toBeGreaterThanOrEqual(MINIMUM);
      }),
      DECODER_RUNS,
    );
  });
});

describe("a route's arguments", () => {
  const honest = [Buffer.concat([Buffer.alloc(8), PLAN, jupiterTail()]), Buffer.concat([Buffer.alloc(30), PLAN])];

  it('give terms that are possible on the chain, or unknown ones', () => {
    fc.assert(
      fc.property(mangledBytes(honest), fc.nat(40), (data, at) => {
        for (const terms of [readRoute(data, at), readRouteV2(data, at)]) {
          if (terms === null || terms === 'unknown-step') continue;
          expect(terms.minimum).toBeGreaterThanOrEqual(0n);
          expect(terms.amount).toBeLessThan(2n ** 64n);
          expect(terms.feeBps).toBeGreaterThanOrEqual(0);
        }
      }),
      DECODER_RUNS,
    );
  });
});

const OWN = { mint: ORDER.mint, wallet: ORDER.wallet, godAccount: addressOf(new Uint8Array(32).fill(4)) };
const EXCHANGES: readonly Exchange[] = [
  raydium('https://raydium.test', OWN),
  jupiter('https://jupiter.test', null, OWN),
  jupiterBuild('https://jupiter.test', null, OWN),
];
const INSTRUCTION = {
  programId: ORDER.mint,
  accounts: [{ pubkey: ORDER.wallet, isSigner: true, isWritable: true }],
  data: 'AAEC',
};
const FIGURES = { inputMint: ORDER.mint, inAmount: '1', outputMint: ORDER.wallet, outAmount: '2', swapMode: 'ExactIn' };
const ROUTE = [{ percent: 100, bps: 10_000, swapInfo: { ammKey: ORDER.wallet } }];
const ANSWERS: readonly unknown[] = [
  { success: false, msg: 'ROUTE_NOT_FOUND' },
  { success: true, data: [{ transaction: 'AAEC' }] },
  {
    success: true,
    data: {
      ...{ swapType: 'BaseIn', inputMint: ORDER.mint, inputAmount: '1', outputMint: ORDER.wallet, outputAmount: '2' },
      ...{ otherAmountThreshold: '1', slippageBps: 50, routePlan: [{ poolId: ORDER.wallet }] },
    },
  },
  { swapTransaction: 'AAEC', lastValidBlockHeight: 1 },
  {
    ...{ ...FIGURES, otherAmountThreshold: '1', slippageBps: 50, platformFee: null, routePlan: ROUTE },
    ...{ setupInstructions: [INSTRUCTION], swapInstruction: INSTRUCTION, cleanupInstruction: null },
    ...{ otherInstructions: [], tipInstruction: INSTRUCTION, addressesByLookupTableAddress: { [ORDER.wallet]: [] } },
  },
];

/** An answer as it is read. */
const answered = (text: string): Promise<unknown> =>
  fetchQuote(async () => new Response(text), { url: 'https://exchange.test', schema: z.unknown() }).catch(
    (error: Error) => {
      expect(error.message).toMatch(/^answered (?:JSON with too many values or levels|more than \d+ bytes)$/);
      return 'more than is read';
    },
  );

describe("an exchange's answer", () => {
  it('gives a quote or a sentence, and transactions, parts of a transaction or a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(mangledJson(ANSWERS), fc.constantFrom(...EXCHANGES), async (named, { readQuote, making }) => {
        const answer = await answered(largeText(named));
        if (answer === 'more than is read') return;
        const quote = readQuote(answer);
        if (typeof quote !== 'string') expect(quote.inAmount).toBeTypeOf('bigint');
        const made = making.read(answer);
        if (typeof made === 'string' || making.by === 'exchange') return;
        const parts = making.read(answer);
        if (typeof parts === 'string') return;
        const frame = { wallet: ORDER.wallet, blockhash: ORDER.mint, tables: [] };
        const bytes = buildSwap(parts, frame);
        if (bytes !== null) expect(parseTransaction(bytes)).toHaveProperty('ok');
      }),
      DECODER_RUNS,
    );
  });

  it('names addresses of the right length, and nothing else is decoded: a long text would take half a minute', () => {
    const { making } = jupiterBuild('https://jupiter.test', null, OWN);
    const long = 'a'.repeat(200_000);
    const named = { pubkey: long, isSigner: false, isWritable: true };
    for (const swapInstruction of [
      { ...INSTRUCTION, programId: long },
      { ...INSTRUCTION, accounts: [named] },
    ])
      expect(making.read({ setupInstructions: [], swapInstruction })).toBe(
        'makes no instructions of the documented shape',
      );
  });
});
