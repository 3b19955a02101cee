import { groupText } from '../../src/money/groupText.ts';

/** A whole number with thousands separators, rounded down. */
export function countText(amount: number): string {
  return groupText(String(Math.floor(amount)));
}
