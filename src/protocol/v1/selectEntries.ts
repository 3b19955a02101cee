import { addressBytes } from '../../address/address.ts';
import type { GodUnits } from '../../money/god.ts';
import type { Entry, Exclusion, Holding, Selection, SelectionRules } from '../terms/entries.ts';

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
