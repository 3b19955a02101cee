import type { Address } from '../address/address.ts';
import { godUnits } from '../money/god.ts';
import type { Entry } from '../protocol/terms/entries.ts';
import { type Accusation, accuse } from './accuse.ts';
import { collectFacts, type Evidence } from './collectFacts.ts';
import { type Comparison, findSuspects } from './findSuspects.ts';

/** A wallet about which nothing could be found out: it stays as it was published. */
export interface NotJudged {
  readonly owner: Address;
  readonly why: string;
}

export interface Judgement {
  /** The list as this watcher saw it, in draw order: the published list, corrected. */
  readonly entries: readonly Entry[];
  readonly accused: readonly Accusation[];
  readonly notJudged: readonly NotJudged[];
}

/**
 * Judges a published list. A wallet that fits a reading is believed. Any other is judged by what its transactions say
 * about the snapshot's slot. What could not be read accuses nobody.
 */
export function judgeList(comparison: Comparison, evidence: Evidence): Judgement {
  const suspects = findSuspects(comparison);
  const facts = collectFacts(comparison, suspects, evidence);
  const holdings = [...facts.amounts]
    .filter(([owner]) => !facts.reasons.has(owner))
    .map(([owner, amount]) => ({ owner, amount: godUnits(amount), frozen: godUnits(0n) }));
  const { protocol, published } = comparison;
  const { entries } = protocol.selectEntries(holdings, {
    ...{ threshold: godUnits(published.threshold), top: published.top, isExcluded: () => false },
    // Wallets that may not be in were taken out above.
    reasonInBytes: () => null,
  });
  return {
    entries,
    accused: accuse({ published, entries, facts }),
    notJudged: [...facts.unknown].map(([owner, why]) => ({ owner, why })),
  };
}
