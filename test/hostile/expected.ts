import type { LieName } from '../world/nodes/lies.ts';

/** How a round with two nodes must end when one of them lies; `safe` as in `playHostileRound`. */
export interface ExpectedRound {
  readonly ends: 'paid' | 'rolled-over' | 'safe';
  /** Whom an alert must name. */
  readonly named: 'the liar' | 'both' | 'nobody';
  /** Told from the start, because it is about what is used again for ten seconds once it was agreed on. */
  readonly from?: 'start';
}

/** The answer cannot be true, so it does not count, and the other node's answer alone is not enough. */
const showsItself = { ends: 'rolled-over', named: 'the liar' } as const;
const undecidable = { ends: 'rolled-over', named: 'both' } as const;
/** How the round ends depends on the moment of the lie. What counts is that nothing wrong is done. */
const safe = { ends: 'safe', named: 'nobody' } as const;

/**
 * The lies that a round meets, told from before the lock on. The others are about what is asked only once an attempt
 * has died or a mark has no record, or about the tax: `npm run hostile:modelled` plays them beside a second fault.
 */
export const EXPECTED_ROUNDS = {
  amountMoved: undecidable,
  ownerExchanged: undecidable,
  accountLeftOut: showsItself,
  frozenShownFree: undecidable,
  supplyChanged: showsItself,
  poolTooHigh: undecidable,
  poolTooLow: showsItself,
  rentOutOfRange: { ...showsItself, from: 'start' },
  rentPlausible: safe,
  markShownMade: safe,
  statusDenied: safe,
  statusFailed: safe,
  expiryInvented: safe,
  blockTimesOff: safe,
  blockhashInvented: safe,
} as const satisfies Partial<Record<LieName, ExpectedRound>>;
export type RoundLie = keyof typeof EXPECTED_ROUNDS;

/** Lies that matter once a round is committed: what is owed must be paid, at the latest when they end. */
export const AFTER_COMMITMENT: readonly RoundLie[] = [
  ...(['markShownMade', 'rentOutOfRange', 'rentPlausible', 'poolTooHigh', 'poolTooLow'] as const),
  ...(['statusDenied', 'statusFailed', 'blockhashInvented'] as const),
];

/** Lies that a tax cycle can meet. */
export const TAX_LIES: readonly LieName[] = [
  ...(['amountMoved', 'accountLeftOut', 'supplyChanged', 'rentOutOfRange', 'rentPlausible'] as const),
  ...(['statusInvented', 'statusDenied', 'statusFailed', 'heightAhead', 'heightBehind', 'expiryInvented'] as const),
  ...(['historyEmptied', 'ledgerBeginsLate', 'blockTimesOff', 'blockhashInvented', 'tableChanged'] as const),
  ...(['proceedsTooHigh', 'feeTooHigh', 'tokensTooMany', 'tokensNone', 'simulationFails'] as const),
];
