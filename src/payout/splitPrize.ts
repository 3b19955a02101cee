import { type Lamports, lamports } from '../money/lamports.ts';

export const POOL_SHARE_PERCENT = 20n;
export const PRIZE_SHARES_PERCENT = { first: 70n, second: 20n, third: 10n } as const;
/** A lock whose prizes exceed this share of the pool is refused: it guards against a wrong setting. */
export const POOL_CEILING_PERCENT = 30n;
/** The pool never drops below 0.1 SOL. */
export const POOL_RESERVE = lamports(100_000_000n);

export interface PrizeSplit {
  readonly total: Lamports;
  /** First, second and third place; the three always add up to `total`. */
  readonly places: readonly [Lamports, Lamports, Lamports];
}

/** A round's prizes from the pool's balance: 20% of it, rounded down. */
export function splitPrize(pool: Lamports): PrizeSplit {
  return splitTotal(lamports((pool * POOL_SHARE_PERCENT) / 100n));
}

/** Places 2 and 3 round down; place 1 takes the rest, also when fewer than three places are filled. */
export function splitTotal(total: Lamports): PrizeSplit {
  const second = (total * PRIZE_SHARES_PERCENT.second) / 100n;
  const third = (total * PRIZE_SHARES_PERCENT.third) / 100n;
  return { total, places: [lamports(total - second - third), lamports(second), lamports(third)] };
}
