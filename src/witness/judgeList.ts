import type { Address } from '../address/address.ts';
import { godUnits } from '../money/god.ts';
import type { Entry } from '../protocol/terms/entries.ts';
import { type Accusation, accuse } from './accuse.ts';
import { collectFacts, type Evidence } from './collectFacts.ts';
import { type Comparison, findSuspects } from './findSuspects.ts';

/** A wallet about which nothing was found out: what the published list says of this wallet is believed. */
export interface NotJudged {
  readonly owner: Address;
  readonly why: string;
}

export interface Judgement {
  /** The published list as this watcher corrects it, in draw order. */
  readonly entries: readonly Entry[];
  readonly accused: readonly Accusation[];
  readonly notJudged: readonly NotJudged[];
}

/**
 * Judges a published list. What it says of a wallet is believed if a reading confirms it. Any other wallet is judged by
 * its transactions around the snapshot's slot; if these cannot be read, there is no accusation about the wallet.
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
    // Wallets that are not allowed in the draw were taken out above.
    reasonInBytes: () => null,
  });
  return {
    entries,
    accused: accuse({ published, entries, facts }),
    notJudged: [...facts.unknown].map(([owner, why]) => ({ owner, why })),
  };
}
