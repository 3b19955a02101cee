import * as z from 'zod';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import { type Exchange, type ExchangeInput, readOr, SLIPPAGE_BPS, units } from './exchange.ts';

/** The most that Jupiter's transaction may pay for priority, lamports. */
const MAX_PRIORITY_LAMPORTS = 10_000;

/** Jupiter's names of the exchanges through which a route may go. `jupiterRoute.ts` refuses a step of any other. */
export const DEXES = 'Raydium CLMM,Raydium CP';

/** The platform fee of a quote. There must be none, which can be written in several ways. */
export const noFee = z.object({ amount: z.literal('0').optional(), feeBps: z.literal(0) }).nullish();

/** The steps of a route. They are not trusted, and only say which pools to look at. */
export const routePlan = z.array(
  z.object({ swapInfo: z.object({ ammKey: z.string() }).optional().catch(undefined) }).catch({}),
);

/** The pools that a route names. */
export function poolsOf(plan: z.infer<typeof routePlan>): string[] {
  return plan.flatMap(({ swapInfo }) => swapInfo?.ammKey ?? []);
}

const quote = z.object({
  inputMint: z.string(),
  inAmount: units,
  outputMint: z.string(),
  outAmount: units,
  otherAmountThreshold: units,
  swapMode: z.literal('ExactIn'),
  slippageBps: z.number(),
  platformFee: noFee,
  routePlan,
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
        // A route over another token would open an account for it in our name, which is refused.
        onlyDirectRoutes: 'true',
        dexes: DEXES,
        // With this version the amounts stand before the route, where nothing can hide them.
        instructionVersion: 'V2',
      });
      return { url: `${base}/swap/v1/quote?${query}`, headers };
    },
    readQuote: (answer) =>
      readOr(answer, quote, (quoted) => ({
        ...quoted,
        threshold: quoted.otherAmountThreshold,
        pools: poolsOf(quoted.routePlan),
      })) ?? 'answered in an unknown shape',
    making: {
      by: 'exchange',
      request: (quoted) => ({
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
      read: (answer) =>
        readOr(answer, swap, ({ swapTransaction }) => [swapTransaction]) ?? 'answered in an unknown shape',
    },
  };
}
