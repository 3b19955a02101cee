import { groupText } from '../../src/money/groupText.ts';

/** US dollars with 2 decimals. */
export function usdText(amount: number): string {
  const cents = amount.toFixed(2);
  return `$${groupText(cents.slice(0, -3))}${cents.slice(-3)}`;
}
