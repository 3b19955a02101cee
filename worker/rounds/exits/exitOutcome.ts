import type { Exit, HeldRound } from '../../store/rounds/heldRounds.ts';

/** What came of it. Nothing has changed unless it is `done`; the sentence says what to do. */
export type ExitOutcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly sentence: string };

/** A held round, and the deed that is wanted of it. */
export interface Wanted {
  readonly exit: Exit;
  readonly found: HeldRound;
  /** Of the transaction that made a mark of the hour, as the operator names it; null when it is to be found. */
  readonly signature: string | null;
}

export const refused = (sentence: string): ExitOutcome => ({ kind: 'refused', sentence });

/** The row is no longer what the decision was made of. */
export const CHANGED = refused('The round has changed meanwhile, or another one is under way. Look at it again.');
