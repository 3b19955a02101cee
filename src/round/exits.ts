import type { HoldReason } from './state.ts';

/**
 * What a person may do with a held round. `release`: it goes on where it stopped, if its hour is not paid. `close`: it
 * ends as its marks say. `shelve`: it stays owed in public, its prizes stay set aside, and nobody is reminded of it.
 */
export const ROUND_EXITS = ['release', 'close', 'shelve'] as const;
export type RoundExit = (typeof ROUND_EXITS)[number];

/** A held round, as far as its exits depend on it. */
export interface HeldFacts {
  readonly reason: HoldReason;
  /** Its list of entries is stored here. */
  readonly hasRecord: boolean;
  readonly isShelved: boolean;
}

/**
 * The ways out of a held round. Without its entries it cannot be released. It can be shelved if it may be owed: because
 * of its lock, whose commitment may have reached the chain unseen, or because of a mark that no record of ours made. A
 * shelved round is not shelved again.
 */
export function exitsOf({ reason, hasRecord, isShelved }: HeldFacts): readonly RoundExit[] {
  const mayBeOwed = hasRecord || reason === 'mark-without-record';
  const isOpen: Readonly<Record<RoundExit, boolean>> = {
    release: hasRecord,
    close: true,
    shelve: mayBeOwed && !isShelved,
  };
  return ROUND_EXITS.filter((exit) => isOpen[exit]);
}
