const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US dollars with 2 decimals. */
export function usdText(amount: number): string {
  return usd.format(amount);
}
