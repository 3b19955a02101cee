import type { HoldReason } from './state.ts';

/**
 * What a person may do with a held round. `release`: the round goes on where it stopped, if its hour is not paid.
 * `close`: it ends as its marks say. `shelve`: it stays owed in public, its prizes stay set aside, and nobody is
 * reminded of it.
 */
export const ROUND_EXITS = ['release', 'close', 'shelve'] as const;
export type RoundExit = (typeof ROUND_EXITS)[number];

/** What the exits of a held round depend on. */
export interface HeldFacts {
  readonly reason: HoldReason;
  /** Its list of entries is stored here. */
  readonly hasRecord: boolean;
  readonly isShelved: boolean;
}

/**
 * The ways out of a held round. It can be released if its entries are stored here. It can be shelved if it may be owed
 * and is not shelved already. It may be owed if it was locked here, because its commitment may have reached the chain
 * unseen, or if its hour has a mark that belongs to no record of ours.
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
