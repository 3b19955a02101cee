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
  /** The beacon's randomness, hex. */
  readonly randomness: string;
}

/**
 * How a round is computed, from its holders to its payment, by one version of the rules: all that a verifier repeats.
 * The bytes are in docs/protocol.md. The check of a beacon's signature is apart, because it is most of the code, and a
 * browser loads it only when there is a signature.
 */
export interface Arithmetic extends RulesVersion {
  /** Decides who is in the draw, from holdings and rules alone. The order of the holdings does not matter. */
  selectEntries(holdings: Iterable<Holding>, rules: SelectionRules): Selection;
  /** Why a wallet cannot be in the draw, if its 32 bytes alone show a reason; otherwise null. About 0.1 ms of CPU. */
  reasonInBytes(owner: Address): Reason | null;
  /** The n largest holdings, largest first. */
  largest(entries: readonly Entry[], n: number): Entry[];
  /** Entries in draw order, with their amounts, as bytes: how a round's list is stored. */
  joinList(entries: readonly Entry[]): Uint8Array;
  /** Reads entries back from a stored list. Throws a RangeError when the bytes are not whole entries. */
  entriesFromList(list: Uint8Array): Entry[];
  /** Merkle root of owners in draw order, hex. It does not contain the amounts. */
  ownersRoot(owners: readonly Address[]): string;
  /** The canonical text of published rules, which is stored and hashed. */
  canonicalRules(rules: DrawRules): string;
  /** SHA-256 of the canonical rules, hex. */
  rulesHash(rules: DrawRules): string;
  /** A round's prizes from the pool's balance. */
  splitPrize(pool: Lamports): PrizeSplit;
  /**
   * The beacon round whose randomness draws the lottery's round that ends at `unix`. Throws a RangeError for a time
   * before the network's genesis.
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
  /** The seeds of an hour's marks. Because of the marks, the chain refuses a second commitment and a second payment. */
  commitSeed(endsAt: number): string;
  payoutSeed(endsAt: number): string;
  /** All that a lock fixes, derived from what was read. Locks, signers and verifiers share this derivation. */
  fixRound(input: FixRoundInput): LockRecord;
  /** Repeats `fixRound` from a stored round's documents: true when nothing was altered that the commitment promises. */
  isFaithful(lock: LockRecord, documents: LockDocuments): boolean;
  /** The distinct winners among owners in draw order, place 1 first: all owners if there are fewer than places. */
  drawWinners(owners: readonly Address[], of: DrawInput): Address[];
  /** The winners and their prizes, as lock and randomness decide them. */
  placeWinners(lock: LockRecord, list: Uint8Array, randomness: string): PlacedWinner[];
}

/** A version's arithmetic with the check of its beacons. */
export interface Protocol extends Arithmetic {
  /**
   * Whether `signature` (hex) is the network's signature of its `round`; false also for malformed input. About 60 ms of
   * CPU.
   */
  verifyBeacon(network: BeaconNetwork, round: number, signature: string): boolean;
}
