/** The longest lead, seconds. A lead takes at most a third of the lock. */
const LONGEST_LEAD = 20;
const LEAD_PART = 3;
/**
 * For at most so many seconds before the lead begins, and for at most a sixth of the lock, nothing new is signed, so
 * that what was signed can land.
 */
const LONGEST_LANDING = 10;
const LANDING_PART = 6;
/** How old a finalized view may be when the entries are locked: finality takes about 13 s. Seconds. */
const OLDEST_SNAPSHOT = 45;

/** How long before the beacon's time a commitment has to be on chain, seconds. */
export function leadSeconds(lockSeconds: number): number {
  return Math.min(LONGEST_LEAD, Math.floor(lockSeconds / LEAD_PART));
}

/** How long before the lead begins nothing new is signed any more, seconds. */
export function landingSeconds(lockSeconds: number): number {
  return Math.min(LONGEST_LANDING, Math.floor(lockSeconds / LANDING_PART));
}

/** An hour, as far as the time of its commitment depends on it. Unix seconds. */
export interface CommitHour {
  readonly endsAt: number;
  /** When its beacon is due. */
  readonly beaconAt: number;
  /** How long before the end its entries are locked, seconds. */
  readonly lockSeconds: number;
}

/** The block times with which a commitment is in time, both included; unix seconds. */
export function commitWindow({ endsAt, beaconAt, lockSeconds }: CommitHour): { from: number; until: number } {
  return { from: endsAt - lockSeconds - OLDEST_SNAPSHOT, until: beaconAt - leadSeconds(lockSeconds) };
}
