const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A whole number with thousands separators, rounded down. */
export function countText(amount: number): string {
  return count.format(Math.floor(amount));
}
