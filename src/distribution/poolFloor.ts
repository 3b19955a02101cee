import { percentOf } from './percentage.ts';
import { poolBasisPoints } from './poolShare.ts';
import type { DistributionProblem } from './validateWallets.ts';
import type { DistributionWallet } from './wallet.ts';

/** The least share of the tax that the lottery's pool must get. */
export interface PoolFloor {
  readonly pool: string;
  /** Basis points; null: no floor is set. */
  readonly least: number | null;
}

/** Whether a list gives the pool less than its floor. */
export function floorProblems(
  wallets: readonly DistributionWallet[],
  { pool, least }: PoolFloor,
): DistributionProblem[] {
  const share = poolBasisPoints(wallets, pool);
  if (least === null || share >= least) return [];
  return [{ kind: 'pool-below-floor', percent: percentOf(share), least: percentOf(least) }];
}
