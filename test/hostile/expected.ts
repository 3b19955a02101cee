import type { LieName } from '../world/nodes/lies.ts';

/**
 * How a round with two nodes must end when one of them tells this lie from before the lock on; `safe` as in
 * `playHostileRound`.
 */
export interface ExpectedRound {
  readonly ends: 'paid' | 'rolled-over' | 'safe';
  /** Whom an alert must name. */
  readonly named: 'the liar' | 'both' | 'nobody';
}

/** The answer cannot be true, so it does not count, and the other node's answer alone is not enough. */
const showsItself = { ends: 'rolled-over', named: 'the liar' } as const;
const undecidable = { ends: 'rolled-over', named: 'both' } as const;
/** How the round ends depends on the moment of the lie. What counts is that nothing wrong is done. */
const safe = { ends: 'safe', named: 'nobody' } as const;

export const EXPECTED_ROUNDS: Readonly<Record<LieName, ExpectedRound>> = {
  amountMoved: undecidable,
  ownerExchanged: undecidable,
  accountLeftOut: showsItself,
  frozenShownFree: undecidable,
  supplyChanged: showsItself,
  poolTooHigh: undecidable,
  poolTooLow: showsItself,
  rentOutOfRange: showsItself,
  rentPlausible: safe,
  markShownMade: safe,
  markDenied: safe,
  statusInvented: safe,
  statusDenied: safe,
  statusFailed: safe,
  heightAhead: safe,
  heightBehind: safe,
  expiryInvented: safe,
  historyEmptied: safe,
  ledgerBeginsLate: safe,
  blockTimesOff: safe,
  blockhashInvented: safe,
  foreignCommitment: safe,
  proceedsTooHigh: { ends: 'paid', named: 'nobody' },
  feeTooHigh: { ends: 'paid', named: 'nobody' },
  tokensTooMany: safe,
  tokensNone: safe,
  tableChanged: { ends: 'paid', named: 'nobody' },
  simulationFails: { ends: 'paid', named: 'nobody' },
};

/** Lies that matter once a round is committed: what is owed must be paid, at the latest when they end. */
export const AFTER_COMMITMENT: readonly LieName[] = [
  ...(['markShownMade', 'markDenied', 'rentOutOfRange', 'rentPlausible', 'poolTooHigh', 'poolTooLow'] as const),
  ...(['statusInvented', 'statusDenied', 'statusFailed', 'heightAhead', 'heightBehind', 'expiryInvented'] as const),
  ...(['historyEmptied', 'ledgerBeginsLate', 'blockTimesOff', 'blockhashInvented', 'foreignCommitment'] as const),
];

/** Lies that a tax cycle can meet. */
export const TAX_LIES: readonly LieName[] = [
  ...(['amountMoved', 'accountLeftOut', 'supplyChanged', 'rentOutOfRange', 'rentPlausible'] as const),
  ...(['statusInvented', 'statusDenied', 'statusFailed', 'heightAhead', 'heightBehind', 'expiryInvented'] as const),
  ...(['historyEmptied', 'ledgerBeginsLate', 'blockTimesOff', 'blockhashInvented', 'tableChanged'] as const),
  ...(['proceedsTooHigh', 'feeTooHigh', 'tokensTooMany', 'tokensNone', 'simulationFails'] as const),
];
