import { type Address, addressBytes } from '../token/address.ts';
import type { GodUnits } from '../token/god.ts';
import type { Entry } from './entry.ts';

/** A wallet's holding over all its token accounts, in base units. */
export interface Holding {
  readonly owner: Address;
  /** In accounts that are not frozen. */
  readonly amount: GodUnits;
  /** In frozen accounts; it does not count. */
  readonly frozen: GodUnits;
}

/** A wallet that held enough and is not in the draw, with the public reason. */
export interface Exclusion {
  readonly owner: Address;
  readonly amount: GodUnits;
  readonly reason: string;
}

export interface Selection {
  /** Sorted by the owner's 32 bytes, ascending. */
  readonly entries: readonly Entry[];
  /** Sorted by address (ASCII). */
  readonly excluded: readonly Exclusion[];
}

export interface SelectionRules {
  readonly threshold: GodUnits;
  /** 0 for everyone, else only the n largest; of equal holdings the smaller owner bytes go first. */
  readonly top: number;
  /** Why a wallet may not be in the draw, or null. Asked only for wallets that hold enough. */
  readonly reasonAgainst: (owner: Address) => string | null;
}

const FROZEN_REASON = 'frozen token account';

/** Decides who is in the draw. Depends on the holdings alone, not on their order. */
export function selectEntries(holdings: Iterable<Holding>, rules: SelectionRules): Selection {
  const entries: Entry[] = [];
  const excluded: Exclusion[] = [];
  for (const { owner, amount, frozen } of holdings) {
    const total = (amount + frozen) as GodUnits;
    if (total < rules.threshold) continue;
    const reason = rules.reasonAgainst(owner);
    if (reason !== null) excluded.push({ owner, amount: total, reason });
    else if (amount < rules.threshold) excluded.push({ owner, amount: total, reason: FROZEN_REASON });
    else entries.push({ owner, amount });
  }
  excluded.sort((a, b) => (a.owner < b.owner ? -1 : 1));
  return { entries: sortByOwner(rules.top > 0 ? largest(entries, rules.top) : entries), excluded };
}

/** The n largest holdings, largest first; ties go by owner bytes so that the choice never depends on the order read. */
export function largest(entries: readonly Entry[], n: number): Entry[] {
  return sortByOwner(entries)
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1))
    .slice(0, n);
}

function sortByOwner(entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, bytes: addressBytes(entry.owner) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ entry }) => entry);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
