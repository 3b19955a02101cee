import type { Entry } from '../protocol/terms/entries.ts';

/** Where a wallet stands in a round's list. Both numbers count from 0. */
export interface ListPosition {
  /** In the order of the draw. */
  readonly listIndex: number;
  /** By amount: 0 is the wallet that held most. Among equal amounts, the order is that of the list. */
  readonly amountRank: number;
}

/** A wallet's position among entries in draw order; null when it is not among them. */
export function listPosition(entries: readonly Entry[], wallet: Entry['owner']): ListPosition | null {
  const listIndex = entries.findIndex(({ owner }) => owner === wallet);
  const own = entries[listIndex];
  if (own === undefined) return null;
  const above = entries.filter(
    ({ amount }, index) => amount > own.amount || (amount === own.amount && index < listIndex),
  );
  return { listIndex, amountRank: above.length };
}

/** A list is divided into this many parts. */
export const DECILES = 10;

/** In which tenth of a list of `length` the 0-based `index` lies, 0 to 9. */
export function decileOf(index: number, length: number): number {
  return Math.floor((DECILES * index) / length);
}

/** How many indexes of a list of `length` lie in each tenth; they add up to `length`. */
export function decileSizes(length: number): number[] {
  const before = (decile: number) => Math.ceil((decile * length) / DECILES);
  return Array.from({ length: DECILES }, (_, decile) => before(decile + 1) - before(decile));
}
