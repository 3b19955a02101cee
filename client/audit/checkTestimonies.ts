import { checkWitnesses } from './checkWitnesses.ts';
import { findWitnessTexts } from './findWitnessTexts.ts';
import { missing } from './RoundFacts.ts';
import { promiseOf, type RoundOnChain } from './roundOnChain.ts';
import { type Finding, UNKNOWN_TERMS } from './Step.ts';

/** What the watchers of the terms wrote themselves, from their own wallets: whether enough of them saw this list. */
export async function checkTestimonies(of: RoundOnChain): Promise<Finding> {
  const { view, facts, since } = of;
  const { bundle, root, beaconTime, fullTerms, terms } = facts;
  const { round, endsAt } = terms;
  if (fullTerms === null) return UNKNOWN_TERMS;
  const promise = await promiseOf(of);
  if (!('transaction' in promise)) return promise;
  if (root === null) return missing(facts, 'snapshot', 'locked');
  const watchers = [];
  // One after the other: public servers count.
  for (const [wallet, name, operator] of fullTerms.watchers) {
    const claim = bundle.witnesses.find(({ address }) => address === wallet) ?? null;
    watchers.push({ name, operator, claim, texts: await findWitnessTexts(view, { wallet, round, endsAt, since }) });
  }
  return checkWitnesses({ round, endsAt, beaconAt: beaconTime, root }, watchers, fullTerms.quorum);
}
