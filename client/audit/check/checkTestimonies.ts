import { readWalletForm, type WalletForm } from '../../../src/marks/judgeMaker.ts';
import {
  lotteryName,
  otherTestimony,
  readWitnessMemo,
  type WitnessedHour,
  witnessSeed,
} from '../../../src/witness/witnessMemo.ts';
import { describeFailure } from '../chain/askChain.ts';
import type { ChainView } from '../chain/chainView.ts';
import { readMarkMade } from '../chain/markMade.ts';
import { checkWitnesses, type WatcherOnChain } from './checkWitnesses.ts';
import { missing } from './RoundFacts.ts';
import { promiseOf, type RoundOnChain } from './roundOnChain.ts';
import { type Finding, UNKNOWN_TERMS } from './Step.ts';

/** Whether watchers of enough operators saw the round's list, as the watchers' marks of the hour show. */
export async function checkTestimonies(of: RoundOnChain): Promise<Finding> {
  const { view, facts } = of;
  const { bundle, root, beaconTime: beaconAt, fullTerms, terms } = facts;
  const { round, endsAt, lottery } = terms;
  if (fullTerms === null || lottery === null) return UNKNOWN_TERMS;
  const promise = await promiseOf(of);
  if (!('transaction' in promise)) return promise;
  if (root === null) return missing(facts, 'snapshot', 'locked');
  const watchers: WatcherOnChain[] = [];
  for (const [wallet, name, operator] of fullTerms.watchers) {
    const claim = bundle.witnesses.find(({ address }) => address === wallet) ?? null;
    const hour = { lottery, round, endsAt, beaconAt };
    const made = await testimonyOf(view, wallet, { ...hour, named: claim?.signature ?? null });
    watchers.push({ name, operator, claim, ...made });
  }
  return checkWitnesses(root, watchers, fullTerms.quorum);
}

/** What a watcher testified of an hour, read from the transaction that made the watcher's mark. Never throws. */
export async function testimonyOf(
  view: ChainView,
  watcher: string,
  hour: WitnessedHour & { readonly named: string | null },
): Promise<Pick<WatcherOnChain, 'said' | 'why' | 'isUnknown'>> {
  const { lottery, endsAt, beaconAt, named } = hour;
  const seed = witnessSeed(endsAt, lottery);
  try {
    const made = await readMarkMade<WalletForm>(view, {
      ...{ base: watcher, seed, named, due: beaconAt, until: endsAt },
      said: `GOD1 witness lottery=${lotteryName(lottery)} `,
      read: (message) => readWalletForm(message, { base: watcher, seed }),
      problem: (form, time) => otherTestimony(form, time, hour),
    });
    if (made.kind === 'none') return { said: null, why: null, isUnknown: false };
    if (made.kind === 'early') return { said: null, why: `no mark by ${made.until}`, isUnknown: true };
    if (made.kind === 'spent') return { said: null, why: made.why, isUnknown: false };
    const { transaction, time: blockTime, marked } = made;
    const { signature, slot } = transaction;
    const seen = readWitnessMemo(marked.memo)?.seen ?? null;
    return { said: { signature, slot, blockTime, seen }, why: null, isUnknown: false };
  } catch (error) {
    return { said: null, why: describeFailure(error), isUnknown: true };
  }
}
