import type { RollOverReason } from './state.ts';

/**
 * A round counts as on time when it is paid within this many seconds of its end. A round that ended less than this long
 * ago is not counted yet.
 */
export const ON_TIME_WITHIN_SECONDS = 60;
/** How many UTC days are counted, today included. */
export const UPTIME_DAYS = 90;

/**
 * Reasons that mean: a fault or a decision of ours kept the round from being played. For all other reasons the round
 * was rolled over as the rules say, and nothing was wrong.
 */
export const NOT_PLAYED = [
  'missed',
  'paused',
  'commitment-late',
  'snapshot-unreliable',
  'nodes-disagree',
  'nodes-silent',
] as const satisfies readonly RollOverReason[];
