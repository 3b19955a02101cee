import type { Address } from '../../address/address.ts';
import type { Lamports } from '../../money/lamports.ts';
import type { BeaconNetwork } from './beaconNetwork.ts';
import type { Reason } from './entries.ts';
import type { Place } from './places.ts';

/** The rules a round was drawn under, as they are published and as they are hashed into the round's commitment. */
export interface DrawRules {
  /** Version of the rules: it says how everything else about the round is computed. */
  readonly rules: number;
  /** Hash of the terms in force: they say everything else that was promised in advance. */
  readonly terms: string;
  /** Address and reason of every wallet that held enough and that a reason keeps out of the draw; sorted by address. */
  readonly excluded: readonly (readonly [address: string, reason: Reason])[];
}

/** What a lock fixed for good: everything that the draw depends on, except the randomness. */
export interface LockRecord {
  readonly round: number;
  /** Version of the rules that the round was locked under. The round is always computed by this version. */
  readonly rules: number;
  /** T in unix seconds. */
  readonly endsAt: number;
  /** How long before T the entries were locked, seconds. It decides when the commitment counts. */
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

/** The bulky part of a lock: the list of entries, as `joinList` makes it, and the rules they were chosen by. */
export interface LockDocuments {
  readonly list: Uint8Array;
  readonly rules: DrawRules;
}

/** Everything that a lock follows from: what was read, and the hour that it was read for. */
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
  /** By place, the first one first; they always add up to `total`. */
  readonly places: readonly Lamports[];
}

export interface PlacedWinner {
  readonly place: Place;
  readonly address: Address;
  readonly lamports: Lamports;
}
