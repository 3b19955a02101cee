import type { Address } from '../../address/address.ts';
import type { GodUnits } from '../../money/god.ts';

/** A wallet in the draw: its address and the GOD it held at the lock, summed over its token accounts. */
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

/** A wallet that held enough and is not in the draw, with the public reason. */
export interface Exclusion {
  readonly owner: Address;
  readonly amount: GodUnits;
  readonly reason: string;
}

export interface Selection {
  /** Sorted by the owner's 32 bytes, ascending. */
  readonly entries: readonly Entry[];
  /** Sorted by address (ASCII). */
  readonly excluded: readonly Exclusion[];
}

export interface SelectionRules {
  readonly threshold: GodUnits;
  /** 0 for everyone, else only the n largest; of equal holdings the smaller owner bytes go first. */
  readonly top: number;
  /** Why a wallet may not be in the draw, or null. Asked only for wallets that hold enough. */
  readonly reasonAgainst: (owner: Address) => string | null;
}
