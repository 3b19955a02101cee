import type { Address } from '../../address/address.ts';
import type { Lamports } from '../../money/lamports.ts';
import type { BeaconNetwork } from './beaconNetwork.ts';
import type { Reason } from './entries.ts';
import type { Place } from './places.ts';

/** The rules that a round is drawn by, as they are published, and hashed into the round's commitment. */
export interface DrawRules {
  /** Version of the rules, which says how the round is computed. */
  readonly rules: number;
  /** Hash of the terms in force. */
  readonly terms: string;
  /**
   * Address and reason of every wallet that held enough and is not in the draw, sorted by address. Wallets that only
   * the terms' `top` keeps out are not listed.
   */
  readonly excluded: readonly (readonly [address: string, reason: Reason])[];
}

/** What a lock fixed for good: all that the draw depends on, except the randomness. */
export interface LockRecord {
  readonly round: number;
  /** The version of the rules that computes the round, for ever. */
  readonly rules: number;
  /** T in unix seconds. */
  readonly endsAt: number;
  /** How long before T the entries were locked, seconds. The times between which a commitment counts depend on it. */
  readonly lockSeconds: number;
  /** The pool wallet that commits and pays this round. */
  readonly wallet: Address;
  readonly slot: number;
  /** When the snapshot was read, unix milliseconds. */
  readonly takenAt: number;
  readonly entries: number;
  /** Merkle root of the entries, hex. */
  readonly root: string;
  readonly rulesHash: string;
  readonly pool: Lamports;
  readonly total: Lamports;
  /** The commitment's exact text. */
  readonly memo: string;
  readonly beacon: BeaconNetwork;
  readonly beaconRound: number;
}

/** The long part of a lock: the list of entries, as `joinList` makes it, and the rules by which they were chosen. */
export interface LockDocuments {
  readonly list: Uint8Array;
  readonly rules: DrawRules;
}

/** All that a lock follows from: what was read, and for which hour. */
export interface FixRoundInput extends LockDocuments {
  readonly round: number;
  /** T in unix seconds. */
  readonly endsAt: number;
  readonly lockSeconds: number;
  readonly wallet: Address;
  readonly slot: number;
  /** Unix milliseconds. */
  readonly takenAt: number;
  readonly pool: Lamports;
  readonly beacon: BeaconNetwork;
}

export interface PrizeSplit {
  readonly total: Lamports;
  /** By place, first place first; together `total`. */
  readonly places: readonly Lamports[];
}

export interface PlacedWinner {
  readonly place: Place;
  readonly address: Address;
  readonly lamports: Lamports;
}
