import type { Lamports } from '../../money/lamports.ts';
import type { BeaconNetwork } from './beaconNetwork.ts';
import type { Entry, Holding, Selection, SelectionRules } from './entries.ts';
import type { DrawRules, FixRoundInput, LockDocuments, LockRecord, PlacedWinner, PrizeSplit } from './lock.ts';
import type { CommitMemo, PayoutMemo } from './memo.ts';
import type { RulesVersion } from './RulesVersion.ts';

/** What the seed of a draw is made of. */
export interface DrawInput {
  readonly round: number;
  /** Merkle root of the entries, hex. */
  readonly root: string;
  /** Of the beacon, hex. */
  readonly randomness: string;
}

/**
 * How a round is computed, from its holders to its payment: all that a verifier repeats. Each version of the rules
 * has one, and a round is computed by that of its own version for ever. The bytes are in docs/protocol.md.
 */
export interface Protocol extends RulesVersion {
  /** Decides who is in the draw. Depends on the holdings alone, not on their order. */
  selectEntries(holdings: Iterable<Holding>, rules: Omit<SelectionRules, 'threshold'>): Selection;
  /** The n largest holdings, largest first. */
  largest(entries: readonly Entry[], n: number): Entry[];
  /** Entries in draw order as joined leaves: how a round's entries are stored. */
  joinLeaves(entries: readonly Entry[]): Uint8Array;
  /** Reads entries back from their joined leaves. Throws a RangeError when the bytes are not whole entries. */
  entriesFromLeaves(leaves: Uint8Array): Entry[];
  /** Merkle root of entries in draw order, hex. */
  entriesRoot(entries: readonly Entry[]): string;
  /** The canonical text of published rules: what is stored and hashed. */
  canonicalRules(rules: DrawRules): string;
  /** SHA-256 of the canonical rules, hex. */
  rulesHash(rules: DrawRules): string;
  /** A round's prizes from the pool's balance. */
  splitPrize(pool: Lamports): PrizeSplit;
  /**
   * The network's round whose randomness draws a round that ends at `unix`. Throws a RangeError before the network's
   * genesis.
   */
  beaconRoundAt(network: BeaconNetwork, unix: number): number;
  /** When a beacon round is due, unix seconds. */
  beaconTime(network: BeaconNetwork, round: number): number;
  /** How a commitment names its network. */
  beaconKeyId(network: BeaconNetwork): string;
  /** True when `signature` (hex) is the network's over `round`; false also for malformed input. About 60 ms of CPU. */
  verifyBeacon(network: BeaconNetwork, round: number, signature: string): boolean;
  /** The randomness of a beacon's signature, hex. */
  beaconRandomness(signature: string): string;
  commitMemo(of: CommitMemo): string;
  payoutMemo(of: PayoutMemo): string;
  /** Seed of the guard address: one per hour of draw, so the chain itself refuses a second payout of it. */
  guardSeed(endsAt: number): string;
  /**
   * Everything a lock fixes, derived from what was read: the one derivation that locks, signers and verifiers share.
   */
  fixRound(input: FixRoundInput): LockRecord;
  /** Repeats `fixRound` from a stored round's documents: true when nothing in the record was altered. */
  isFaithful(lock: LockRecord, documents: LockDocuments): boolean;
  /** Up to three distinct winners of entries in draw order; place 1 first. */
  drawWinners(entries: readonly Entry[], of: DrawInput): Entry[];
  /** The winners and their prizes, forced by the lock and the randomness. */
  placeWinners(lock: LockRecord, leaves: Uint8Array, randomness: string): PlacedWinner[];
}
