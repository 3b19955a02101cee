import type { Address } from '../../src/token/address.ts';
import type { EntriesRead } from './readEntries.ts';

/** Where a wallet stood when the holders were read. Plain JSON: it goes from the Durable Object to the edge. */
export interface Standing {
  /** GOD base units that count, decimal. */
  readonly amount: string;
  /** GOD base units in frozen accounts, decimal. */
  readonly frozen: string;
  readonly isEligible: boolean;
  /** Why the wallet is not in the draw whatever it holds, or null. */
  readonly excluded: string | null;
  /** By `amount` among those who hold any and are not excluded; equal amounts share it. */
  readonly rank: number | null;
  /** How many wallets were in the draw. */
  readonly eligible: number;
  /** Unix milliseconds. */
  readonly readAt: number;
}

export type FindStanding = (owner: Address) => Standing;

/**
 * Makes every wallet's standing findable. Kept in memory until the next read: columns of numbers beside one map, since an object
 * with two bigints per holder is several times as large.
 */
export function indexHolders({ snapshot, entries, reasonAgainst }: EntriesRead, readAt: number): FindStanding {
  const { size } = snapshot.holdings;
  const rows = new Map<Address, number>();
  const amounts = new BigUint64Array(size);
  const inDraw = new Uint8Array(size);
  const frozen = new Map<Address, bigint>();
  const ranked = new BigUint64Array(size);
  let rankedCount = 0;
  for (const held of snapshot.holdings.values()) {
    amounts[rows.size] = held.amount;
    rows.set(held.owner, rows.size);
    if (held.frozen > 0n) frozen.set(held.owner, held.frozen);
    if (held.amount > 0n && reasonAgainst(held.owner) === null) ranked[rankedCount++] = held.amount;
  }
  for (const { owner } of entries) {
    const row = rows.get(owner);
    if (row !== undefined) inDraw[row] = 1;
  }
  const ascending = ranked.slice(0, rankedCount).sort();
  const eligible = entries.length;

  return (owner) => {
    const row = rows.get(owner);
    const amount = row === undefined ? 0n : (amounts[row] ?? 0n);
    const excluded = reasonAgainst(owner);
    return {
      amount: amount.toString(),
      frozen: (frozen.get(owner) ?? 0n).toString(),
      isEligible: row !== undefined && inDraw[row] === 1,
      excluded,
      rank: amount === 0n || excluded !== null ? null : 1 + countAbove(ascending, amount),
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
