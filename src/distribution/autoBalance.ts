import { FULL_BASIS_POINTS, percentOf } from './percentage.ts';
import type { DistributionWallet } from './wallet.ts';

/**
 * Splits 100% equally over the active wallets. The remainder is given out basis point by basis point, from the first
 * active wallet on, so that the total is exactly 100.00. Inactive wallets keep their percentage; `at` is the ISO time
 * of the edit.
 */
export function autoBalance(wallets: readonly DistributionWallet[], at: string): readonly DistributionWallet[] {
  const active = wallets.filter((wallet) => wallet.isActive).length;
  if (active === 0) return wallets;
  const each = Math.floor(FULL_BASIS_POINTS / active);
  let left = FULL_BASIS_POINTS - each * active;
  return wallets.map((wallet) => {
    if (!wallet.isActive) return wallet;
    const percentage = percentOf(each + (left-- > 0 ? 1 : 0));
    return wallet.percentage === percentage ? wallet : { ...wallet, percentage, updatedAt: at };
  });
}
