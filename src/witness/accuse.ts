import type { Address } from '../address/address.ts';
import type { Entry } from '../protocol/terms/entries.ts';
import type { Evidence, Facts } from './collectFacts.ts';
import type { PublishedList } from './findSuspects.ts';

/** Something in the published list that is not so. Amounts are base units. */
export interface Accusation {
  /**
   * `missing`: belongs among the entries. `invented`: does not. `changed`: has another amount. `misreported`: is
   * rightly excluded, with another amount.
   */
  readonly kind: 'missing' | 'invented' | 'changed' | 'misreported';
  readonly owner: Address;
  /** The amount in the list, or null. */
  readonly published: bigint | null;
  /** What it held at the snapshot's slot, outside of frozen accounts; for an exclusion in all of them. */
  readonly found: bigint;
  /** What else speaks for it, where the amounts do not tell. */
  readonly why: string | null;
}

export interface Case {
  readonly published: PublishedList;
  /** The list set right. */
  readonly entries: readonly Entry[];
  readonly facts: Facts;
  /** Excluded wallets whose amounts fit no reading. */
  readonly doubted: readonly Address[];
  readonly evidence: Evidence;
}

/** What differs between the published list and the one that was set right. */
export function accuse(of: Case): Accusation[] {
  return [...wrongEntries(of), ...missingEntries(of), ...wrongExclusions(of)];
}

function wrongEntries({ published, entries, facts }: Case): Accusation[] {
  const right = new Map<Address, bigint>(entries.map(({ owner, amount }) => [owner, amount]));
  return published.entries.flatMap(({ owner, amount }): Accusation[] => {
    const found = right.get(owner);
    if (found === amount) return [];
    if (found !== undefined) return [{ kind: 'changed', owner, published: amount, found, why: null }];
    const held = facts.amounts.get(owner) ?? 0n;
    return [{ kind: 'invented', owner, published: amount, found: held, why: facts.reasons.get(owner) ?? null }];
  });
}

function missingEntries({ published, entries }: Case): Accusation[] {
  const listed = new Set(published.entries.map(({ owner }) => owner));
  const excluded = new Map(published.excluded.map(({ owner, reason }) => [owner, reason]));
  return entries.flatMap(({ owner, amount }): Accusation[] => {
    if (listed.has(owner)) return [];
    const reason = excluded.get(owner);
    const why = reason === undefined ? null : `it is excluded as "${reason}", which nothing confirms`;
    return [{ kind: 'missing', owner, published: null, found: amount, why }];
  });
}

function wrongExclusions({ published, entries, doubted, evidence }: Case): Accusation[] {
  const inside = new Set(entries.map(({ owner }) => owner));
  const claims = new Map(published.excluded.map(({ owner, amount }) => [owner, amount]));
  return doubted.flatMap((owner): Accusation[] => {
    const [claim, found] = [claims.get(owner), evidence.get(owner)];
    if (claim === undefined || found?.kind !== 'known' || inside.has(owner)) return [];
    const totals = found.held.map(({ free, frozen }) => free + frozen);
    if (totals.some((total) => total === claim)) return [];
    return [{ kind: 'misreported', owner, published: claim, found: totals[0] ?? 0n, why: null }];
  });
}
