import { type Address, addressBytes } from '../../address/address.ts';
import { isOnCurve } from '../../address/isOnCurve.ts';
import { isReservedKey } from '../../address/reservedKeys.ts';
import type { Entry, Exclusion, Holding, Reason, Selection, SelectionRules } from '../terms/entries.ts';

/**
 * Decides who is in the draw, from holdings and rules alone, whatever the order of the holdings; docs/protocol.md,
 * section 1.
 */
export function selectEntries(holdings: Iterable<Holding>, rules: SelectionRules): Selection {
  const entries: Entry[] = [];
  const excluded: Exclusion[] = [];
  for (const holding of holdings) {
    const { owner, amount, frozen } = holding;
    if (BigInt(amount) + frozen < rules.threshold) continue;
    const reason = reasonAgainst(holding, rules);
    if (reason === null) entries.push({ owner, amount });
    else excluded.push({ owner, reason });
  }
  excluded.sort((a, b) => (a.owner < b.owner ? -1 : 1));
  return { entries: sortByOwner(rules.top > 0 ? largest(entries, rules.top) : entries), excluded };
}

/** The first reason against a wallet that holds the threshold; null when there is none. */
function reasonAgainst({ owner, amount }: Holding, rules: SelectionRules): Reason | null {
  if (rules.isExcluded(owner)) return 'excluded';
  return (rules.reasonInBytes ?? reasonInBytes)(owner) ?? (amount < rules.threshold ? 'frozen' : null);
}

/** The reason that a wallet's 32 bytes alone give against it; null for none. About 0.1 ms of CPU. */
export function reasonInBytes(owner: Address): Reason | null {
  if (isReservedKey(owner)) return 'reserved key';
  return isOnCurve(owner) ? null : 'off curve';
}

/**
 * The n largest holdings, largest first. Equal ones are in the order of their owners' bytes, whatever the order of
 * `entries`.
 */
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
