/** How far a price can be relied on: `high`, `medium` or `low`. */
export type Confidence = 'high' | 'medium' | 'low';

const HIGH_SPREAD = 0.1;
const MEDIUM_SPREAD = 0.3;
/**
 * Decimal prices are not exact in binary: 1.1e-8 is very slightly more than 10% above 1e-8. That error must not decide.
 */
const ROUNDING = 1e-9;

/**
 * Confidence by the successful sources' prices: the spread is (max − min) / min. Up to 10% is high, up to 30% or a
 * single source is medium, anything else is low. All prices must be above zero.
 */
export function confidenceOf(prices: readonly number[]): Confidence {
  if (prices.length === 0) return 'low';
  if (prices.length === 1) return 'medium';
  const min = Math.min(...prices);
  const spread = (Math.max(...prices) - min) / min;
  if (spread <= HIGH_SPREAD + ROUNDING) return 'high';
  return spread <= MEDIUM_SPREAD + ROUNDING ? 'medium' : 'low';
}
