import * as z from 'zod';
import { parseAddress } from '../../../src/address/address.ts';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import type { SwapParts } from './buildSwap.ts';
import { type Exchange, type ExchangeInput, readOr, SLIPPAGE_BPS, units } from './exchange.ts';
import { DEXES, noFee, poolsOf, routePlan } from './jupiter.ts';

/**
 * An address. `parseAddress` checks the length first, since decoding base58 takes time by the square of the length, and
 * an answer may have 256 KB.
 */
const addressText = z.string().refine((text) => parseAddress(text) !== null);
const instruction = z.object({
  programId: addressText,
  accounts: z.array(z.object({ pubkey: addressText, isSigner: z.boolean(), isWritable: z.boolean() })),
  data: z.base64(),
});
/** A transaction of 1,232 bytes has no room for more tables: each takes 34. */
const MOST_TABLES = 36;
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
const parts = z.object({
  setupInstructions: z.array(instruction),
  swapInstruction: instruction,
  cleanupInstruction: instruction.nullish(),
  otherInstructions: z.array(instruction).default([]),
  // We ask for no tip. If there is one, it is kept, so that the check sees all that the exchange wants.
  tipInstruction: instruction.nullish(),
  addressesByLookupTableAddress: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Jupiter's swap API, version 2 (`GET api.jup.ag/swap/v2/build`): quote and instructions in one answer. The answer's
 * compute budget and blockhash are not used, because we choose what we pay and what we sign.
 */
export function jupiterBuild(base: string, apiKey: string | null, { mint, wallet }: ExchangeInput): Exchange {
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey };
  return {
    name: 'jupiter',
    quoteRequest: (amount) => {
      const query = new URLSearchParams({
        inputMint: mint,
        outputMint: WRAPPED_SOL,
        amount: `${amount}`,
        taker: wallet,
        slippageBps: `${SLIPPAGE_BPS}`,
        wrapAndUnwrapSol: 'true',
        dexes: DEXES,
      });
      return { url: `${base}/swap/v2/build?${query}`, headers };
    },
    readQuote: (answer) =>
      readOr(answer, quote, (quoted) => {
        // A route over another token would open an account for it in our name, which is refused.
        if (quoted.routePlan.length > 1) return 'routes over several pools';
        return { ...quoted, threshold: quoted.otherAmountThreshold, pools: poolsOf(quoted.routePlan) };
      }) ?? 'answered in an unknown shape',
    making: {
      by: 'us',
      read: (answer) =>
        readOr(answer, parts, (made): SwapParts | string => {
          const { setupInstructions, swapInstruction, cleanupInstruction, otherInstructions, tipInstruction } = made;
          const tables = Object.keys(made.addressesByLookupTableAddress ?? {}).flatMap(
            (text) => parseAddress(text) ?? [],
          );
          if (tables.length > MOST_TABLES) return 'names more lookup tables than fit into a transaction';
          return {
            instructions: [
              ...setupInstructions,
              swapInstruction,
              ...(cleanupInstruction ? [cleanupInstruction] : []),
              ...otherInstructions,
              ...(tipInstruction ? [tipInstruction] : []),
            ],
            tables,
          };
        }) ?? 'makes no instructions of the documented shape',
    },
  };
}
