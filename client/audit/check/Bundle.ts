import type { Address } from '../../../src/address/address.ts';
import type { Proof } from '../../../src/contract/round.ts';
import type { BeaconNetwork } from '../../../src/protocol/terms/beaconNetwork.ts';
import type { Reason } from '../../../src/protocol/terms/entries.ts';
import type { DrawRules } from '../../../src/protocol/terms/lock.ts';
import type { Json } from '../../../src/terms/canonicalJson.ts';
import type { WitnessClaim } from './checkWitnesses.ts';

/**
 * A round's proof, read strictly. Amounts are in lamports, times in unix seconds. A part that is not known yet is null.
 * Every value is only a claim.
 */
export interface Bundle {
  readonly round: number;
  readonly endsAt: number;
  readonly state: Proof['state'];
  readonly reason: string | null;
  readonly rules: BundleRules | null;
  readonly rulesHash: string | null;
  readonly snapshot: BundleSnapshot | null;
  readonly commitment: BundleCommitment | null;
  readonly beacon: BundleBeacon | null;
  readonly prize: { readonly pool: bigint; readonly total: bigint; readonly places: readonly bigint[] } | null;
  readonly winners: readonly BundleWinner[] | null;
  readonly payout: BundlePayout | null;
  /** Every announcement that the lottery knows, in the order of their numbers. */
  readonly terms: readonly BundleTerms[];
  readonly witnesses: readonly WitnessClaim[];
  readonly unconfirmed: readonly Unconfirmed[];
}

/** An announcement as the lottery shows it. */
export interface BundleTerms {
  readonly signature: string;
  readonly terms: Json;
}

export interface BundleRules extends Omit<DrawRules, 'excluded'> {
  /** The names of all JSON members of the proof's rules. They must be exactly those that the rules hash covers. */
  readonly members: readonly string[];
  readonly excluded: readonly BundleExclusion[];
}

export type BundleExclusion = readonly [wallet: Address, reason: Reason];

export interface BundleSnapshot {
  readonly slot: number;
  readonly takenAt: number;
  /** Owners, in the order of the draw. */
  readonly entries: readonly Address[];
  readonly root: string;
}

export interface BundleCommitment {
  readonly wallet: string;
  readonly memo: string;
  readonly mark: string;
  readonly signature: string | null;
  readonly slot: number | null;
  readonly blockTime: number | null;
}

export interface BundleBeacon extends BeaconNetwork {
  readonly round: number;
  readonly time: number;
  readonly signature: string | null;
  readonly randomness: string | null;
}

export interface BundleWinner {
  readonly place: number;
  readonly address: string;
  readonly lamports: bigint;
}

export interface BundlePayout {
  readonly memo: string | null;
  readonly mark: string | null;
  readonly signature: string | null;
  readonly slot: number | null;
  readonly status: string | null;
}

/** A field that neither the chain nor the beacon can confirm. It is printed and never checked. */
export interface Unconfirmed {
  readonly field: string;
  readonly value: string;
}
