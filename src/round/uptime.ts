import type { RollOverReason } from './state.ts';

/** A round that is paid within this many seconds of its end is on time. Until they have passed, it is not counted. */
export const ON_TIME_WITHIN_SECONDS = 60;
/** How many UTC days are counted, today included. */
export const UPTIME_DAYS = 90;

/**
 * Reasons that mean: a fault or a decision of ours kept the round from being played. For the others the round was
 * rolled over as the rules say.
 */
export const NOT_PLAYED = [
  'missed',
  'paused',
  'commitment-late',
  'snapshot-unreliable',
  'nodes-disagree',
  'nodes-silent',
] as const satisfies readonly RollOverReason[];
