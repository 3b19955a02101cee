import type { CurrentRound, LastRound, Stats } from '../../src/contract/stats.ts';

/** What a round's envelope holds, once its entries are fixed. */
export interface Seal {
  /** The fingerprint of the list, 64 hex characters. */
  readonly root: string;
  /** How many wallets are on the list. */
  readonly entries: number;
  readonly signature: string | null;
  /** The block time of the commitment; null: not seen on chain yet. */
  readonly sealedAt: string | null;
  readonly beaconRound: number;
  readonly beaconAt: string;
  /** 64 hex characters; null: the beacon is not out, or not read yet. */
  readonly randomness: string | null;
}

/** The envelope of a round by its number; null: it has none yet, or it is neither the running nor the last round. */
export function sealOf({ currentRound, lastRound }: Stats, roundNumber: number): Seal | null {
  const round = [currentRound, lastRound].find((one) => one?.roundNumber === roundNumber);
  return (round as ((CurrentRound | LastRound) & { readonly seal?: Seal | null }) | undefined)?.seal ?? null;
}
