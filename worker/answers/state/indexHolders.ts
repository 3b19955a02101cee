import type { Address } from '../../../src/address/address.ts';
import type { EntriesRead } from '../../rounds/lists/readEntries.ts';

/** Where a wallet stood when the holders were read. Plain JSON: it goes from the Durable Object to the edge. */
export interface Standing {
  /** GOD base units outside of frozen accounts, decimal: only these count for the draw. */
  readonly amount: string;
  /** GOD base units in frozen accounts, decimal. */
  readonly frozen: string;
  readonly isEligible: boolean;
  /** GOD base units that a wallet needs to be in the draw, decimal: by the terms of the round that is locked next. */
  readonly threshold: string;
  /** Why the wallet is not in the draw whatever it holds, or null. */
  readonly excluded: string | null;
  /**
   * Its rank by `amount` among the wallets that may be in the draw. Equal amounts share a rank. All wallets that hold
   * too little share the last rank. Null without GOD and for excluded wallets.
   */
  readonly rank: number | null;
  /** How many wallets were in the draw. */
  readonly eligible: number;
  /** Unix milliseconds. */
  readonly readAt: number;
  readonly locked?: LockedStanding;
}

export interface LockedStanding {
  readonly round: number;
  readonly isIn: boolean;
  readonly entries: number;
}

export type FindStanding = (owner: Address) => Standing;

/**
 * Returns a function that says where a wallet stood at this read of the holders. To make the function, only the
 * addresses of wallets that hold enough are checked: whether an address is on the curve takes 0.1 ms to find out.
 */
export function indexHolders(read: EntriesRead, readAt: number): FindStanding {
  const { entries, reasonAgainst, threshold } = read;
  const { holdings } = read.snapshot;
  const inDraw = new Set(entries.map(({ owner }) => owner));
  const ranked = [...holdings.where((amount) => amount >= threshold)].filter(
    ({ owner }) => reasonAgainst(owner) === null,
  );
  const amounts = BigUint64Array.from(ranked, ({ amount }) => amount).sort();
  const eligible = inDraw.size;

  return (owner) => {
    const { amount, frozen } = holdings.get(owner) ?? { amount: 0n, frozen: 0n };
    const against = reasonAgainst(owner);
    return {
      amount: amount.toString(),
      frozen: frozen.toString(),
      isEligible: inDraw.has(owner),
      threshold: threshold.toString(),
      excluded: against,
      rank: amount === 0n || against !== null ? null : 1 + countAbove(amounts, amount),
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
