import type { RollOverReason } from './state.ts';

/** A round that is paid within so many seconds of its end is on time; before that it is not counted. */
export const ON_TIME_WITHIN_SECONDS = 60;
/** How many UTC days are counted, today included. */
export const UPTIME_DAYS = 90;

/**
 * Reasons for which a round was not played through a fault or a decision of ours. With every other one it was rolled
 * over as the rules say, and nothing was wrong.
 */
export const NOT_PLAYED = [
  'missed',
  'paused',
  'commitment-late',
  'snapshot-unreliable',
  'nodes-disagree',
  'nodes-silent',
] as const satisfies readonly RollOverReason[];
