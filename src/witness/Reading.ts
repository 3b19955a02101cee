import type { Address } from '../address/address.ts';

/** A token account of the mint as a node shows it. */
export interface AccountSeen {
  readonly key: Address;
  /** Base units. */
  readonly amount: bigint;
  readonly isFrozen: boolean;
}

/**
 * Every token account of the mint, by owner, as a watcher's node showed them in one read. Empty accounts are included.
 */
export interface Reading {
  readonly slot: number;
  readonly accounts: ReadonlyMap<Address, readonly AccountSeen[]>;
}

/** What a wallet holds outside of frozen accounts, and in them; base units. */
export interface Held {
  readonly free: bigint;
  readonly frozen: bigint;
}

/** What a wallet held when a reading was taken; 0 when the wallet is not in it. */
export function heldAt({ accounts }: Reading, owner: Address): Held {
  return sumOf(accounts.get(owner) ?? []);
}

/** The sums of some accounts. */
export function sumOf(accounts: readonly Pick<AccountSeen, 'amount' | 'isFrozen'>[]): Held {
  let [free, frozen] = [0n, 0n];
  for (const { amount, isFrozen } of accounts) {
    if (isFrozen) frozen += amount;
    else free += amount;
  }
  return { free, frozen };
}
