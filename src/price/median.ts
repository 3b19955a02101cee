/** The middle price, or the mean of the two middle ones. Throws a RangeError when there is none. */
export function median(prices: readonly number[]): number {
  const sorted = [...prices].sort((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1];
  const high = sorted[sorted.length >> 1];
  if (low === undefined || high === undefined) throw new RangeError('there is no median of nothing');
  // Not (low + high) / 2: the sum of two large prices may be infinite.
  return low + (high - low) / 2;
}
