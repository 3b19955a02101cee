import type { Address } from '../address/address.ts';
import type { Entry } from '../protocol/terms/entries.ts';
import type { Facts } from './collectFacts.ts';
import type { PublishedList } from './findSuspects.ts';

/** A fault of the published list. Amounts are base units. */
export interface Accusation {
  /**
   * `missing`: the owner belongs among the entries and is not there. `invented`: the owner is there and does not
   * belong.
   */
  readonly kind: 'missing' | 'invented';
  readonly owner: Address;
  /** What the owner held at the snapshot's slot, outside of frozen accounts. */
  readonly found: bigint;
  /** The evidence for the accusation; null when the amount is the evidence. */
  readonly why: string | null;
}

export interface Case {
  readonly published: PublishedList;
  /** The published list as the watcher corrects it. */
  readonly entries: readonly Entry[];
  readonly facts: Facts;
}

/** One accusation for each wallet that is an entry of either the published or the corrected list, but not of both. */
export function accuse(of: Case): Accusation[] {
  return [...wrongEntries(of), ...missingEntries(of)];
}

function wrongEntries({ published, entries, facts }: Case): Accusation[] {
  const right = new Set(entries.map(({ owner }) => owner));
  return published.entries.flatMap(({ owner }): Accusation[] => {
    if (right.has(owner)) return [];
    const found = facts.amounts.get(owner) ?? 0n;
    return [{ kind: 'invented', owner, found, why: facts.reasons.get(owner) ?? null }];
  });
}

function missingEntries({ published, entries }: Case): Accusation[] {
  const listed = new Set(published.entries.map(({ owner }) => owner));
  const excluded = new Map(published.excluded.map(({ owner, reason }) => [owner, reason]));
  return entries.flatMap(({ owner, amount }): Accusation[] => {
    if (listed.has(owner)) return [];
    const reason = excluded.get(owner);
    const why = reason === undefined ? null : `it is excluded as "${reason}", which nothing confirms`;
    return [{ kind: 'missing', owner, found: amount, why }];
  });
}
