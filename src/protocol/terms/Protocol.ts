import type { Address } from '../../address/address.ts';
import type { Lamports } from '../../money/lamports.ts';
import type { BeaconNetwork } from './beaconNetwork.ts';
import type { Entry, Holding, Reason, Selection, SelectionRules } from './entries.ts';
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
 * How a round is computed, from its holders to its payment: all that a verifier repeats. Each version of the rules has
 * its own arithmetic, and a round is always computed by that of its own version. The bytes are in docs/protocol.md. The
 * check of a beacon's signature is left out: it is most of the code, and a browser loads it only when there is a
 * signature.
 */
export interface Arithmetic extends RulesVersion {
  /** Decides who is in the draw, by arithmetic from holdings and rules alone, whatever the order of the holdings. */
  selectEntries(holdings: Iterable<Holding>, rules: SelectionRules): Selection;
  /** A reason against a wallet that its 32 bytes alone show, whatever it holds. About 0.1 ms of CPU. */
  reasonInBytes(owner: Address): Reason | null;
  /** The n largest holdings, largest first. */
  largest(entries: readonly Entry[], n: number): Entry[];
  /** Entries in draw order, with their amounts, as bytes: how a round's list is stored. */
  joinList(entries: readonly Entry[]): Uint8Array;
  /** Reads entries back from a stored list. Throws a RangeError when the bytes are not whole entries. */
  entriesFromList(list: Uint8Array): Entry[];
  /** Merkle root of owners in draw order, hex. It does not contain the amounts. */
  ownersRoot(owners: readonly Address[]): string;
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
  /** The randomness of a beacon's signature, hex. */
  beaconRandomness(signature: string): string;
  commitMemo(of: CommitMemo): string;
  payoutMemo(of: PayoutMemo): string;
  /**
   * Seeds of the addresses that mark an hour: the chain itself refuses a second commitment and a second payment of the
   * hour.
   */
  commitSeed(endsAt: number): string;
  payoutSeed(endsAt: number): string;
  /**
   * Everything a lock fixes, derived from what was read: the one derivation that locks, signers and verifiers share.
   */
  fixRound(input: FixRoundInput): LockRecord;
  /** Repeats `fixRound` from a stored round's documents: true when nothing that is committed was altered. */
  isFaithful(lock: LockRecord, documents: LockDocuments): boolean;
  /**
   * The distinct winners among owners in draw order; place 1 first. With fewer owners than places, there is a winner
   * for each owner.
   */
  drawWinners(owners: readonly Address[], of: DrawInput): Address[];
  /** The winners and their prizes, forced by the lock and the randomness. */
  placeWinners(lock: LockRecord, list: Uint8Array, randomness: string): PlacedWinner[];
}

/** A version's arithmetic with the check of its beacons. */
export interface Protocol extends Arithmetic {
  /** True when `signature` (hex) is the network's over `round`; false also for malformed input. About 60 ms of CPU. */
  verifyBeacon(network: BeaconNetwork, round: number, signature: string): boolean;
}
