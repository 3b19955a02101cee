import type { ChainView } from '../chain/chainView.ts';
import { checkCommitment, checkPool, checkSnapshot } from './checkCommitment.ts';
import {
  checkBeaconRound,
  checkNetwork,
  checkPrizes,
  checkRandomness,
  checkSeed,
  checkSignature,
  checkWinners,
} from './checkDraw.ts';
import { checkEntries, checkMemo, checkRoot, checkRules, checkWallet } from './checkList.ts';
import { checkTerms, type LotteryFound } from './checkLottery.ts';
import { checkMarks } from './checkMarks.ts';
import {
  checkBalances,
  checkMark,
  checkPaymentMemo,
  checkPayout,
  checkTransfers,
  findPayment,
  type PaymentFound,
} from './checkPayment.ts';
import { checkRelay, type Relays } from './checkRelay.ts';
import { checkTestimonies } from './checkTestimonies.ts';
import { checkInclusion } from './inclusion.ts';
import type { RoundFacts } from './RoundFacts.ts';
import { attempt, type RoundOnChain, roundOnChain } from './roundOnChain.ts';
import { couldNotCheck, type Finding, firstOf, ok, type StepId, UNKNOWN_TERMS, unlike } from './Step.ts';

/** The sources that are asked about a round. */
export interface Sources {
  /** Null when no chain is to be asked. */
  readonly view: ChainView | null;
  /**
   * Null when no relay of the network is known. There is then no step `drand`, and the report says that the origin of
   * the beacon's signature was not checked.
   */
  readonly relays: Relays | null;
  /** A wallet's inclusion proof as parsed JSON of any shape. If it is given, there is one more step. */
  readonly inclusion?: unknown;
}

/** The round that was asked about, and what was found on chain of its lottery and terms. */
export interface Asked {
  readonly round: number;
  readonly found: LotteryFound;
}

type Check = () => Finding | Promise<Finding>;

/** The check of each step. The checks that ask the chain read each mark once. */
export function stepChecks(facts: RoundFacts, sources: Sources & Asked): Readonly<Record<StepId, Check>> {
  const { relays } = sources;
  let found: Promise<PaymentFound> | undefined;
  const onChain = createOnChain(facts, sources);
  const paid = (check: (round: RoundOnChain, of: PaymentFound) => Finding | Promise<Finding>): Check =>
    onChain(async (round) => {
      found ??= findPayment(round);
      return check(round, await found);
    });
  return {
    lottery: () => sources.found.finding,
    marks: onChain(checkMarks),
    proof: () => checkRound(facts, sources.round),
    terms: () => checkTerms(facts, sources.found),
    'pool wallet': () => checkWallet(facts),
    entries: () => checkEntries(facts),
    root: () => checkRoot(facts),
    inclusion: () => checkInclusion(facts, sources.inclusion),
    rules: () => checkRules(facts),
    memo: () => checkMemo(facts),
    commitment: onChain(checkCommitment),
    snapshot: onChain(checkSnapshot),
    pool: onChain(checkPool),
    witnesses: onChain(checkTestimonies),
    network: () => checkNetwork(facts),
    drand: () => (relays === null ? couldNotCheck('no relay is known') : checkRelay(facts, relays)),
    'beacon round': () => checkBeaconRound(facts),
    'beacon signature': () => checkSignature(facts),
    randomness: () => checkRandomness(facts),
    seed: () => checkSeed(facts),
    winners: () => checkWinners(facts),
    prizes: () => checkPrizes(facts),
    payout: paid(checkPayout),
    'payout memo': paid(checkPaymentMemo),
    'payout mark': paid(checkMark),
    'payout transfers': paid(checkTransfers),
    'payout balances': paid(checkBalances),
  };
}

function checkRound({ bundle, terms }: RoundFacts, asked: number): Finding {
  return (
    firstOf(unlike('roundNumber', asked, bundle.round), unlike('endsAt', terms.endsAt, bundle.endsAt)) ??
    ok(`round ${bundle.round}, ${bundle.state}`)
  );
}

/**
 * Gives a function that makes a step's check from a check that asks the chain. If no chain is to be asked, the step
 * finds `could-not-check`; if the terms of the round are not known, `not-reached`.
 */
function createOnChain(facts: RoundFacts, { view }: Sources) {
  const { wallet } = facts.terms;
  const round = view && wallet !== null ? roundOnChain({ view, facts, wallet }) : null;
  return (check: (round: RoundOnChain) => Finding | Promise<Finding>): Check =>
    () => {
      if (view === null) return couldNotCheck('no chain was asked');
      return round === null ? UNKNOWN_TERMS : attempt(() => check(round));
    };
}
