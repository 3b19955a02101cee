import type { Address } from '../address/address.ts';
import type { DistributionWallet } from './wallet.ts';

/**
 * Version 1 of a fresh database: the lottery pool 70%, the admin 30%. `at` is its ISO time. If both have the same
 * address, there is one wallet with 100%, since two active wallets with one address break a rule.
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
