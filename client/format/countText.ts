import { groupText } from '../../src/money/groupText.ts';

/** A whole number with thousands separators, rounded down. */
export function countText(amount: number): string {
  return groupText(String(Math.floor(amount)));
}

/** `1 wallet`, `1,234 wallets`. */
export function walletsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'wallet' : 'wallets'}`;
}

/** `1 wallet is`, `1,234 wallets are`. */
export function walletsAre(count: number): string {
  return `${walletsText(count)} ${count === 1 ? 'is' : 'are'}`;
}

/** A chance in words: `1 in 75`, `1 in 3.6`; above one half, a percentage. */
export function oddsText(chance: number): string {
  if (chance <= 0) return 'None';
  // Also for a chance of exactly 1: a chance just below 1 may have been rounded to it.
  if (chance > 0.99) return 'Over 99%';
  // Rounded down, so that nobody is promised more than there is.
  if (chance > 0.5) return `${Math.floor(chance * 100)}%`;
  const one = 1 / chance;
  return `1 in ${one < 9.95 ? String(Math.round(one * 10) / 10) : countText(Math.round(one))}`;
}
