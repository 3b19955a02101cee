import type { BeaconNetwork } from '../draw/beaconNetwork.ts';
import type { DrawRules } from '../draw/rules.ts';
import type { Lamports } from '../money/lamports.ts';
import type { Address } from '../token/address.ts';
import type { RoundState } from './state.ts';

/** What a lock fixed, once and for good: everything the draw will depend on but the randomness. */
export interface LockRecord {
  readonly round: number;
  /** T in unix seconds. */
  readonly endsAt: number;
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

/** The bulky part of a lock: the entries' joined leaves and the rules they were chosen by. */
export interface LockDocuments {
  readonly leaves: Uint8Array;
  readonly rules: DrawRules;
}

/** A commitment as the chain shows it. `blockTime` is unix seconds. */
export interface SeenCommitment {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly final: boolean;
}

/** The beacon's answer for a round: BLS signature and its SHA-256, hex. */
export interface DrawnBeacon {
  readonly signature: string;
  readonly randomness: string;
}

export interface SeenPayout {
  readonly signature: string | null;
  readonly slot: number | null;
  readonly status: 'drawn' | 'sent' | 'confirmed' | 'final';
}

/** A stored round. Parts are null until the round has come that far. */
export interface RoundRecord {
  readonly round: number;
  readonly endsAt: number;
  readonly state: RoundState;
  readonly reason: string | null;
  readonly lock: LockRecord | null;
  readonly commitment: SeenCommitment | null;
  readonly drawn: DrawnBeacon | null;
  readonly payout: SeenPayout | null;
}

export interface PlacedWinner {
  readonly place: 1 | 2 | 3;
  readonly address: Address;
  readonly lamports: Lamports;
}
