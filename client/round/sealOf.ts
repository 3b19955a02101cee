import type { Seal } from '../../src/contract/seal.ts';
import type { Stats } from '../../src/contract/stats.ts';

/** The envelope of a round by its number; null: it has none yet, or it is neither the running nor the last round. */
export function sealOf({ currentRound, lastRound }: Stats, roundNumber: number): Seal | null {
  return [currentRound, lastRound].find((one) => one?.roundNumber === roundNumber)?.seal ?? null;
}
