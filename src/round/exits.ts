import type { HoldReason } from './state.ts';

/**
 * What a person may do with a held round. `release`: it goes on where it stopped, after a search for payments.
 * `close`: it ends as the chain says it did. `shelve`: it is publicly owed, its prizes stay set aside, and nobody is
 * reminded of it.
 */
export const ROUND_EXITS = ['release', 'close', 'shelve'] as const;
export type RoundExit = (typeof ROUND_EXITS)[number];

/** Why a round waits, and its ways out: the one table. */
const EXITS: Readonly<Record<HoldReason, readonly RoundExit[]>> = {
  /** Two texts of our key void the round for every verifier, so that it can never be drawn again. */
  'foreign-commitment': ['close', 'shelve'],
  'commitment-lost': ['release', 'close', 'shelve'],
  /** Who was in the draw is not known here: there is nothing that could go on. */
  'commitment-without-record': ['close', 'shelve'],
  /** It is paid: nothing is owed, and nothing goes on. */
  'payout-without-record': ['close'],
  /** The chain says that it is paid: it is owed only if that turns out to be wrong, and is released then. */
  'guard-without-journal': ['release', 'close'],
  'payout-rejected': ['release', 'close', 'shelve'],
  'record-mismatch': ['release', 'close', 'shelve'],
  overdue: ['release', 'close', 'shelve'],
};

/** A held round, as far as its exits depend on it. */
export interface HeldFacts {
  readonly reason: HoldReason;
  /** Whether its commitment was seen on chain. */
  readonly isCommitted: boolean;
  readonly isShelved: boolean;
}

/**
 * The ways out of a held round. Only what was promised can be owed, by a commitment of ours or by another text of our
 * key, and what is shelved is not shelved again.
 */
export function exitsOf({ reason, isCommitted, isShelved }: HeldFacts): readonly RoundExit[] {
  const isOwed = isCommitted || reason === 'commitment-without-record' || reason === 'foreign-commitment';
  return EXITS[reason].filter((exit) => exit !== 'shelve' || (isOwed && !isShelved));
}
