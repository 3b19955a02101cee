import { type Lamports, lamports } from '../money/lamports.ts';
import type { PrizeSplit } from '../protocol/terms/lock.ts';
import type { LimitReason } from './state.ts';

/** A lock is refused when its prizes are more than this share of the pool: a guard against a wrong setting. */
export const POOL_CEILING_PERCENT = 30n;
/** 0.1 SOL. A lock is refused when its payment would leave less in the pool. */
export const POOL_RESERVE = lamports(100_000_000n);

export interface PayoutLimits {
  readonly pool: Lamports;
  /**
   * The rent of a mark. A winner's account that gets a smaller prize may then hold less than the chain allows, and the
   * whole payment fails.
   */
  readonly rentMinimum: Lamports;
  /**
   * What the round costs besides the prizes: the most that all attempts can cost in fees, and the rent of both marks.
   */
  readonly costs: bigint;
  /** Prizes of the last 24 hours, and the operator's limit on them; null: no limit. */
  readonly paidLastDay: bigint;
  readonly dailyCap: Lamports | null;
}

/**
 * The first limit that a round's prizes break; null when they break none. Checked only before the commitment, so that
 * nobody can call off a result that they dislike.
 */
export function checkLimits(prize: PrizeSplit, winners: number, limits: PayoutLimits): LimitReason | null {
  const paid = prize.places.slice(0, winners);
  if (paid.some((amount) => amount < limits.rentMinimum)) return 'prize-below-rent';
  if (prize.total * 100n > limits.pool * POOL_CEILING_PERCENT) return 'prize-above-ceiling';
  if (limits.pool - prize.total - limits.costs < POOL_RESERVE) return 'reserve';
  if (limits.dailyCap !== null && limits.paidLastDay + prize.total > limits.dailyCap) return 'daily-cap';
  return null;
}
