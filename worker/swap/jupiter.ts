import * as z from 'zod';
import { WRAPPED_SOL } from '../../src/token/wrappedSol.ts';
import { type Exchange, type ExchangeInput, SLIPPAGE_BPS } from './exchange.ts';
import { readOr, units } from './readAnswer.ts';

/** The most that Jupiter's transaction may pay for priority, lamports. */
const MAX_PRIORITY_LAMPORTS = 10_000;

/** Jupiter's own fee: none, in any of the ways in which that is written. */
const noFee = z.object({ amount: z.literal('0').optional(), feeBps: z.literal(0) }).nullish();

const quote = z.object({
  inputMint: z.string(),
  inAmount: units,
  outputMint: z.string(),
  outAmount: units,
  otherAmountThreshold: units,
  swapMode: z.literal('ExactIn'),
  slippageBps: z.number(),
  platformFee: noFee,
  routePlan: z.array(z.unknown()),
});
const swap = z.object({ swapTransaction: z.string() });

/** Jupiter's swap API, version 1 (`api.jup.ag/swap/v1`); `apiKey` goes into the header `x-api-key`. */
export function jupiter(base: string, apiKey: string | null, { mint, wallet }: ExchangeInput): Exchange {
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey };
  return {
    name: 'jupiter',
    quoteRequest: (amount) => {
      const query = new URLSearchParams({
        inputMint: mint,
        outputMint: WRAPPED_SOL,
        amount: `${amount}`,
        slippageBps: `${SLIPPAGE_BPS}`,
        swapMode: 'ExactIn',
        // Hops over other tokens would open accounts for them in our name, which is refused.
        onlyDirectRoutes: 'true',
        // The only steps of a plan that are decoded here (`readRoute`).
        dexes: 'Raydium CLMM,Raydium CP',
        // These have their amounts before the route, where nothing can hide them.
        instructionVersion: 'V2',
      });
      return { url: `${base}/swap/v1/quote?${query}`, headers };
    },
    readQuote: (answer) =>
      readOr(answer, quote, (quoted) => ({ ...quoted, threshold: quoted.otherAmountThreshold })) ??
      'answered in an unknown shape',
    swapRequest: (quoted) => ({
      url: `${base}/swap/v1/swap`,
      headers,
      body: {
        quoteResponse: quoted,
        userPublicKey: wallet,
        wrapAndUnwrapSol: true,
        prioritizationFeeLamports: {
          priorityLevelWithMaxLamports: { maxLamports: MAX_PRIORITY_LAMPORTS, priorityLevel: 'medium' },
        },
      },
    }),
    readSwap: (answer) =>
      readOr(answer, swap, ({ swapTransaction }) => [swapTransaction]) ?? 'answered in an unknown shape',
  };
}
