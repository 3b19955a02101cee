import { checkWitnesses } from './checkWitnesses.ts';
import { findWitnessTexts } from './findWitnessTexts.ts';
import { missing } from './RoundFacts.ts';
import type { RoundOnChain } from './roundOnChain.ts';
import { type Finding, ok } from './Step.ts';

/** What the watchers wrote themselves, from their own wallets: whether one of them saw another list. */
export async function checkTestimonies({ view, facts, since }: RoundOnChain): Promise<Finding> {
  const { bundle, root, beaconTime } = facts;
  const { round, witnesses } = bundle;
  const { endsAt } = facts.terms;
  if (root === null) return missing(facts, 'snapshot', 'locked');
  const watchers = [];
  // One after the other: public servers count.
  for (const claim of witnesses) {
    const texts = await findWitnessTexts(view, { wallet: claim.address, round, endsAt, since });
    watchers.push({ claim, texts });
  }
  return checkWitnesses({ round, endsAt, beaconAt: beaconTime, root }, watchers) ?? ok('no watcher was known');
}
