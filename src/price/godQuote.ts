import { godUnits } from '../money/god.ts';
import { MAX_U64 } from '../money/lamports.ts';

const GOD = 100_000;
const LAMPORTS_PER_SOL = 1e9;

/**
 * The amount that exchanges are asked to quote, GOD base units: 100,000 GOD. The quote for 1 GOD would be about 10
 * lamports, too few digits for an exact price.
 */
export const GOD_QUOTE_UNITS = godUnits(BigInt(GOD) * 1_000_000n);

/** SOL for one GOD, from the digits of the lamports that `GOD_QUOTE_UNITS` would bring; null for any other text. */
export function godPriceOfQuote(lamports: string): number | null {
  if (!/^\d{1,20}$/.test(lamports) || BigInt(lamports) > MAX_U64) return null;
  // One division, so that the price is rounded only once.
  return Number(lamports) / (LAMPORTS_PER_SOL * GOD);
}
