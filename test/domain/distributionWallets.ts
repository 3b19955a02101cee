import { addressOf } from '../../src/address/address.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import { wallet } from './wallets.ts';

export const MADE_AT = '2026-01-01T00:00:00.000Z';
export const EDITED_AT = '2026-02-02T00:00:00.000Z';

/** A plain active wallet named after its number, with everything else as `given`. */
export function receiver(number: number, given: Partial<DistributionWallet> = {}): DistributionWallet {
  return {
    id: `wallet-${number}`,
    address: addressOf(Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? number >> 8 : i === 30 ? number : 7))),
    label: `Wallet ${number}`,
    percentage: 0,
    isAdmin: false,
    isLottery: false,
    isActive: true,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
    ...given,
  };
}

export const POOL = receiver(0, {
  ...{ id: 'wallet-lottery', address: wallet(1), label: 'Lottery Pool', percentage: 70, isLottery: true },
});
export const ADMIN = receiver(0, {
  ...{ id: 'wallet-admin', address: wallet(9), label: 'Admin', percentage: 30, isAdmin: true },
});

/** `count` valid wallets, the first of which is the admin's; all of the 100% is the admin's. */
export function validList(count: number): DistributionWallet[] {
  return [{ ...ADMIN, percentage: 100 }, ...Array.from({ length: count - 1 }, (_, i) => receiver(i + 1))];
}
