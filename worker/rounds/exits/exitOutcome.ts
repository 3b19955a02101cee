import type { Exit, HeldRound } from '../../store/rounds/heldRounds.ts';

/** The result of an exit. Only `done` has moved the round; otherwise the sentence says what to do. */
export type ExitOutcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly sentence: string };

/** A held round, and what an operator wants to do with it. */
export interface Wanted {
  readonly exit: Exit;
  readonly found: HeldRound;
  /** The transaction that made a mark of the hour, as the operator names it; null when it has to be found. */
  readonly signature: string | null;
}

export const refused = (sentence: string): ExitOutcome => ({ kind: 'refused', sentence });

/** The refusal when nothing was stored: the round has changed since it was read, or another one is under way. */
export const CHANGED = refused('The round has changed meanwhile, or another round is under way. Look at it again.');
