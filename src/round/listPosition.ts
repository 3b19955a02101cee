import type { Entry } from '../protocol/terms/entries.ts';

/** Where a wallet stands in a round's list. Both are 0-based. */
export interface ListPosition {
  /** In the order of the draw. */
  readonly listIndex: number;
  /** By amount: 0 held most. Of equal amounts the one that comes first in the list stands higher. */
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
