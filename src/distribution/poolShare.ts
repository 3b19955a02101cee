import { activeBasisPoints, percentOf } from './percentage.ts';
import type { DistributionProblem } from './validateWallets.ts';
import type { DistributionWallet } from './wallet.ts';

/** The warning for a list without a share for the pool. */
export const NO_POOL_SHARE = 'No tax will reach the lottery pool: prizes end when the pool is empty.';

/**
 * Whether a wallet's share becomes prizes. It does if the wallet is the pool or, where the pool is not known (null), if
 * it is marked as the lottery's.
 */
export function feedsPool({ address, isLottery }: DistributionWallet, poolWallet: string | null): boolean {
  return poolWallet === null ? isLottery : address === poolWallet;
}

/** Basis points of the tax that reach the lottery's pool. */
export function poolBasisPoints(wallets: readonly DistributionWallet[], poolWallet: string | null): number {
  return activeBasisPoints(wallets.filter((wallet) => feedsPool(wallet, poolWallet)));
}

/** Whether an edit takes away the whole share of the tax that the lottery's pool had. False when it had none. */
export function takesPoolShare(
  before: readonly DistributionWallet[],
  after: readonly DistributionWallet[],
  poolWallet: string | null,
): boolean {
  return poolBasisPoints(before, poolWallet) > 0 && poolBasisPoints(after, poolWallet) === 0;
}

/** The least share of the tax that the lottery's pool must get. */
export interface PoolFloor {
  readonly pool: string;
  /** Basis points; null: no floor is set. */
  readonly least: number | null;
}

/** A problem if the list gives the pool less than its floor. */
export function floorProblems(
  wallets: readonly DistributionWallet[],
  { pool, least }: PoolFloor,
): DistributionProblem[] {
  const share = poolBasisPoints(wallets, pool);
  if (least === null || share >= least) return [];
  return [{ kind: 'pool-below-floor', percent: percentOf(share), least: percentOf(least) }];
}
