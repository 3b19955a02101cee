import { godUnits } from '../money/god.ts';
import { MAX_U64 } from '../money/lamports.ts';

const GOD = 100_000;
const LAMPORTS_PER_SOL = 1e9;

/**
 * The amount that exchanges are asked to quote, GOD base units. 1 GOD is worth about 10 lamports, too few for an exact
 * price.
 */
export const GOD_QUOTE_UNITS = godUnits(BigInt(GOD) * 1_000_000n);

/**
 * SOL for one GOD, from a quote of `GOD_QUOTE_UNITS`. `lamports` is what that amount would bring, in digits; for any
 * other text the answer is null.
 */
export function godPriceOfQuote(lamports: string): number | null {
  if (!/^\d{1,20}$/.test(lamports) || BigInt(lamports) > MAX_U64) return null;
  // One division, so that it is rounded once: 1,000,000 lamports are exactly 0.00000001.
  return Number(lamports) / (LAMPORTS_PER_SOL * GOD);
}
