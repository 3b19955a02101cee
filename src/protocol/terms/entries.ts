import type { Address } from '../../address/address.ts';
import type { GodUnits } from '../../money/god.ts';

/**
 * A wallet in the draw, and the amount that it held at the lock in accounts that are not frozen. The amount is
 * published, and the chance does not depend on it.
 */
export interface Entry {
  readonly owner: Address;
  readonly amount: GodUnits;
}

/** A wallet's holding over all its token accounts, in base units. */
export interface Holding {
  readonly owner: Address;
  /** In accounts that are not frozen. */
  readonly amount: GodUnits;
  /** In frozen accounts; it does not count. */
  readonly frozen: GodUnits;
}

/**
 * Why a wallet that holds the threshold is not in the draw. Of several reasons, the first in this order is published.
 * No reason is published for a wallet that is out only because of `top`.
 */
export const REASONS = ['excluded', 'reserved key', 'off curve', 'frozen'] as const;
export type Reason = (typeof REASONS)[number];

/** A wallet that held enough and is not in the draw, with the public reason. */
export interface Exclusion {
  readonly owner: Address;
  readonly reason: Reason;
}

export interface Selection {
  /** Sorted by the owner's 32 bytes, ascending. */
  readonly entries: readonly Entry[];
  /** Sorted by address (ASCII). */
  readonly excluded: readonly Exclusion[];
}

export interface SelectionRules {
  readonly threshold: GodUnits;
  /** 0: everyone. n: only the n largest; among equal holdings, the smaller owner bytes come first. */
  readonly top: number;
  /** Whether the rules exclude a wallet from every draw. */
  readonly isExcluded: (owner: Address) => boolean;
  /** Is asked in place of the arithmetic's `reasonInBytes`, which computes each answer anew. */
  readonly reasonInBytes?: (owner: Address) => Reason | null;
}

/**
 * The readings by which nodes agree on a list are at most this many slots apart: 3 s. The smallest slot is committed,
 * so what the list says of a wallet was true at that slot or at one of the next eight.
 */
export const NEAR_SLOTS = 8;
