import type { Address } from '../address/address.ts';

/**
 * A wallet that receives a share of the tax, with the field names of the API. It is sent, stored and edited, so nothing
 * in it is trusted before `validateConfiguration`.
 */
export interface DistributionWallet {
  /** `wallet-<ms>-<random>`, or a fixed id in version 1. It stays the same through all versions. */
  readonly id: string;
  readonly address: string;
  readonly label: string;
  /** Percent, 0 to 100, at most two decimals. */
  readonly percentage: number;
  readonly isAdmin: boolean;
  readonly isLottery: boolean;
  readonly isActive: boolean;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const MAX_WALLETS = 200;

/** The id of a new wallet. `random` in [0, 1). */
export function newWalletId(unixMs: number, random: number): string {
  return `wallet-${unixMs}-${Math.floor(random * 36 ** 8)
    .toString(36)
    .padStart(8, '0')}`;
}

/**
 * Version 1 of a fresh database: the lottery pool 70%, the admin 30%; one wallet with 100% if both have the same
 * address, because two active wallets with one address are not allowed. `at` is the ISO time of the version.
 */
export function defaultWallets(pool: Address, admin: Address, at: string): readonly DistributionWallet[] {
  const made = { isActive: true, createdAt: at, updatedAt: at };
  const forPool = { id: 'wallet-lottery', address: pool, label: 'Lottery Pool', isAdmin: false, isLottery: true };
  const forAdmin = { id: 'wallet-admin', address: admin, label: 'Admin', isAdmin: true, isLottery: false };
  if (pool === admin)
    return [{ ...forAdmin, ...made, label: 'Admin and Lottery Pool', isLottery: true, percentage: 100 }];
  return [
    { ...forPool, ...made, percentage: 70 },
    { ...forAdmin, ...made, percentage: 30 },
  ];
}
