import type { LockRecord } from '../protocol/terms/lock.ts';
import type { Causes } from './causes.ts';
import type { Payouts } from './payouts.ts';
import type { InFlight, RoundState } from './state.ts';

/** A commitment as the chain shows it. `blockTime` is unix seconds. */
export interface SeenCommitment {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly final: boolean;
}

/** A person's release of a held round: when (unix milliseconds), and how many refused payments no longer count. */
export interface Release {
  readonly at: number;
  readonly forgiven: number;
}

/** A beacon for a round: its BLS signature, and the SHA-256 of this, hex. */
export interface DrawnBeacon {
  readonly signature: string;
  readonly randomness: string;
}

/**
 * A beacon and when it arrived, unix milliseconds. Without `receivedAt`, the time at which the draw is stored counts.
 */
export interface ReceivedBeacon extends DrawnBeacon {
  readonly receivedAt?: number;
}

/**
 * When each step was taken, unix milliseconds by the server's clock; null for a step whose time is not stored. Nothing
 * is decided by these times.
 */
export interface StepMoments {
  readonly lockedAt: number | null;
  readonly committedAt: number | null;
  readonly beaconAt: number | null;
  readonly drawnAt: number | null;
  readonly paidAt: number | null;
  readonly finalAt: number | null;
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
  /** Fixed by the lock. A `shadow` round is never committed and never paid, whatever the settings say later. */
  readonly payouts: Payouts;
  readonly lock: LockRecord | null;
  readonly commitment: SeenCommitment | null;
  readonly drawn: DrawnBeacon | null;
  readonly payout: SeenPayout | null;
  readonly times: StepMoments;
  /** Why steps were late. */
  readonly causes: Causes;
  /** When a person shelved the round, unix milliseconds; null otherwise. */
  readonly shelvedAt: number | null;
  /** When a person closed the round, unix milliseconds; null otherwise. */
  readonly closedAt: number | null;
  /** Null for a round that nobody released. */
  readonly release: Release | null;
}

/** A round that still wants work. It has a lock, from which everything else follows. */
export type RoundInFlight = RoundRecord & { readonly state: InFlight; readonly lock: LockRecord };
