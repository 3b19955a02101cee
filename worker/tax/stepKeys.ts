import type { StepName } from '../store/rows/taxRows.ts';

/** The keys of a cycle's steps in the journal begin with this. */
export function cycleKey(cycle: number): string {
  return `tax:${cycle}`;
}

/** A step's key in the journal. */
export function stepKey(cycle: number, name: StepName, part: number): string {
  return `${cycleKey(cycle)}:${name}:${part}`;
}

/** The number of the part that pays only this line. It stays the same if the database is restored. */
export function aloneIn(line: number): number {
  return 1_000 + line;
}
