import type { Address } from '../../../src/address/address.ts';
import type { EntriesRead } from '../../rounds/lists/readEntries.ts';

/** Where a wallet stood when the holders were read. Plain JSON: it goes from the Durable Object to the edge. */
export interface Standing {
  /** GOD base units that count, decimal. */
  readonly amount: string;
  /** GOD base units in frozen accounts, decimal. */
  readonly frozen: string;
  readonly isEligible: boolean;
  /** Why the wallet is not in the draw whatever it holds, or null. */
  readonly excluded: string | null;
  /** Its rank by `amount` among wallets that hold any and are not excluded. Equal amounts have the same rank. */
  readonly rank: number | null;
  /** How many wallets were in the draw. */
  readonly eligible: number;
  /** Unix milliseconds. */
  readonly readAt: number;
  /** The running round once its entries are locked; missing before. */
  readonly locked?: LockedStanding;
}

/** Where a wallet stands in a locked round. */
export interface LockedStanding {
  readonly round: number;
  readonly isIn: boolean;
  /** How many wallets are in the locked list. */
  readonly entries: number;
}

export type FindStanding = (owner: Address) => Standing;

/**
 * Indexes every wallet's standing until the next read: from the holdings themselves, and one sorted column of amounts
 * for the ranks.
 */
export function indexHolders(read: EntriesRead, readAt: number): FindStanding {
  const { entries, excluded, keptOut, reasonAgainst } = read;
  const { holdings } = read.snapshot;
  const inDraw = new Set(entries.map(({ owner }) => owner));
  const amounts = holdings.amounts().sort();
  const unranked = [...new Set([...excluded.map(({ owner }) => owner), ...keptOut])]
    .filter((owner) => reasonAgainst(owner) !== null)
    .map((owner) => holdings.get(owner)?.amount ?? 0n);
  const unrankedAmounts = BigUint64Array.from(unranked).sort();
  const rankOf = (amount: bigint) => 1 + countAbove(amounts, amount) - countAbove(unrankedAmounts, amount);
  const eligible = inDraw.size;

  return (owner) => {
    const { amount, frozen } = holdings.get(owner) ?? { amount: 0n, frozen: 0n };
    const against = reasonAgainst(owner);
    return {
      amount: amount.toString(),
      frozen: frozen.toString(),
      isEligible: inDraw.has(owner),
      excluded: against,
      rank: amount === 0n || against !== null ? null : rankOf(amount),
      eligible,
      readAt,
    };
  };
}

/** How many of `ascending` are greater than `amount`. */
function countAbove(ascending: BigUint64Array, amount: bigint): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0n) > amount) high = middle;
    else low = middle + 1;
  }
  return ascending.length - low;
}
