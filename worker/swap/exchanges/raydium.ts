import * as z from 'zod';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import { raydiumRefusal } from '../../feeds/raydiumRefusal.ts';
import { type Exchange, type ExchangeInput, readOr, SLIPPAGE_BPS, units } from './exchange.ts';

/** What Raydium's transaction pays per compute unit, in micro-lamports: 6,000 lamports for its usual 600,000 units. */
const COMPUTE_PRICE = '10000';

const quote = z.object({
  success: z.literal(true),
  data: z.object({
    swapType: z.literal('BaseIn'),
    inputMint: z.string(),
    inputAmount: units,
    outputMint: z.string(),
    outputAmount: units,
    otherAmountThreshold: units,
    slippageBps: z.number(),
    routePlan: z.array(z.object({ poolId: z.string().optional().catch(undefined) }).catch({})),
  }),
});
const made = z.object({ transaction: z.string() });
/**
 * In most of Raydium's documentation `data` is a list of transactions. On its newest page `data` is one transaction,
 * with the transaction's lookup tables.
 */
const swap = z.object({ success: z.literal(true), data: z.union([z.array(made), made.transform((one) => [one])]) });
/** Raydium's trade API (documentation "Trade API", `transaction-v1.raydium.io`). */
export function raydium(base: string, { mint, wallet, godAccount }: ExchangeInput): Exchange {
  return {
    name: 'raydium',
    quoteRequest: (amount) => {
      const query = new URLSearchParams({
        inputMint: mint,
        outputMint: WRAPPED_SOL,
        amount: `${amount}`,
        slippageBps: `${SLIPPAGE_BPS}`,
        txVersion: 'V0',
      });
      return { url: `${base}/compute/swap-base-in?${query}` };
    },
    readQuote: (answer) =>
      readOr(answer, raydiumRefusal, (msg) => `has no route: ${msg}`) ??
      readOr(answer, quote, ({ data }) => {
        // A route over several pools uses Raydium's router program, whose instruction is not decoded here.
        if (data.routePlan.length > 1) return 'routes over several pools';
        return {
          inputMint: data.inputMint,
          outputMint: data.outputMint,
          inAmount: data.inputAmount,
          outAmount: data.outputAmount,
          threshold: data.otherAmountThreshold,
          slippageBps: data.slippageBps,
          pools: data.routePlan.flatMap(({ poolId }) => poolId ?? []),
        };
      }) ??
      'answered in an unknown shape',
    making: {
      by: 'exchange',
      request: (quoted) => ({
        url: `${base}/transaction/swap-base-in`,
        body: {
          computeUnitPriceMicroLamports: COMPUTE_PRICE,
          swapResponse: quoted,
          txVersion: 'V0',
          wallet,
          wrapSol: false,
          unwrapSol: true,
          inputAccount: godAccount,
        },
      }),
      read: (answer) =>
        readOr(answer, raydiumRefusal, (msg) => `makes no transaction: ${msg}`) ??
        readOr(answer, swap, ({ data }) => data.map(({ transaction }) => transaction)) ??
        'answered in an unknown shape',
    },
  };
}
