import { activeBasisPoints, basisPointsOf, FULL_BASIS_POINTS, percentOf } from './percentage.ts';
import type { DistributionWallet } from './wallet.ts';

/**
 * Splits 100% equally over the active wallets. If r basis points remain, each of the first r wallets gets one more, so
 * that the total is exactly 100.00. Inactive wallets keep their percentage; `at` is the ISO time of the edit.
 */
export function autoBalance(wallets: readonly DistributionWallet[], at: string): readonly DistributionWallet[] {
  // Without an active wallet, `each` is a division by 0, and no wallet gets it.
  const active = wallets.filter((wallet) => wallet.isActive).length;
  const each = Math.floor(FULL_BASIS_POINTS / active);
  let left = FULL_BASIS_POINTS - each * active;
  return wallets.map((wallet) => {
    if (!wallet.isActive) return wallet;
    const percentage = percentOf(each + (left-- > 0 ? 1 : 0));
    return wallet.percentage === percentage ? wallet : { ...wallet, percentage, updatedAt: at };
  });
}

type Wallets = readonly DistributionWallet[];

/** The wallets that an edit is about. Inactive ones keep their share. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** ISO time of the edit. */
  readonly at: string;
}

/** Sets the selected active wallets to 0%. */
export function zeroShares(wallets: Wallets, selection: Selection): Wallets {
  return withShares(wallets, selection, (count) => Array.from({ length: count }, () => 0));
}

/**
 * Scales the shares of the selected active wallets so that they add up to `total` basis points and keep their ratios.
 * If r basis points remain, each of the first r wallets gets one more. If none has a share, `total` is split equally.
 */
export function scaleShares(wallets: Wallets, selection: Selection, total: number): Wallets {
  return withShares(wallets, selection, (count, shares) => {
    const sum = shares.reduce((all, share) => all + share, 0);
    return spread(
      total,
      shares.map((share) => (sum === 0 ? Math.floor(total / count) : Math.floor((total * share) / sum))),
    );
  });
}

/** If the active wallets' shares add up to less than 100%, splits the rest equally over the selected active wallets. */
export function shareRest(wallets: Wallets, selection: Selection): Wallets {
  const rest = FULL_BASIS_POINTS - activeBasisPoints(wallets);
  if (rest <= 0) return wallets;
  return withShares(wallets, selection, (count, shares) => {
    const parts = spread(
      rest,
      shares.map(() => Math.floor(rest / count)),
    );
    return shares.map((share, index) => share + (parts[index] ?? 0));
  });
}

/** Adds one basis point to each part, from the first on, until the parts add up to `total`. */
function spread(total: number, floors: readonly number[]): number[] {
  let left = total - floors.reduce((sum, part) => sum + part, 0);
  return floors.map((part) => part + (left-- > 0 ? 1 : 0));
}

function withShares(
  wallets: Wallets,
  { ids, at }: Selection,
  sharesOf: (count: number, shares: readonly number[]) => readonly number[],
): Wallets {
  const chosen = wallets.filter((wallet) => wallet.isActive && ids.has(wallet.id));
  const before = chosen.map(({ percentage }) => Math.max(0, basisPointsOf(percentage) ?? 0));
  const shares = sharesOf(chosen.length, before);
  const after = new Map(chosen.map(({ id }, index) => [id, percentOf(shares[index] ?? 0)]));
  return wallets.map((wallet) => {
    const percentage = after.get(wallet.id);
    return percentage === undefined || percentage === wallet.percentage
      ? wallet
      : { ...wallet, percentage, updatedAt: at };
  });
}
