/**
 * The lead says how long before its beacon a commitment has to be on chain: this many seconds, but at most a third of
 * the time between lock and end.
 */
const LONGEST_LEAD = 20;
const LEAD_PART = 3;
/**
 * Nothing new is signed in the seconds before the lead: this many, but at most a sixth of the time between lock and
 * end. What was signed earlier can land meanwhile.
 */
const LONGEST_LANDING = 10;
const LANDING_PART = 6;
/** How old a finalized view may be when the entries are locked, seconds; finality takes about 13 s. */
const OLDEST_SNAPSHOT = 45;

/** How long before the beacon's time a commitment has to be on chain, seconds. */
export function leadSeconds(lockSeconds: number): number {
  return Math.min(LONGEST_LEAD, Math.floor(lockSeconds / LEAD_PART));
}

/** How long before the lead the signing ends, seconds. */
export function landingSeconds(lockSeconds: number): number {
  return Math.min(LONGEST_LANDING, Math.floor(lockSeconds / LANDING_PART));
}

/** What the time of an hour's commitment depends on. Unix seconds. */
export interface CommitHour {
  readonly endsAt: number;
  /** When its beacon is due. */
  readonly beaconAt: number;
  /** How long before the end its entries are locked, seconds. */
  readonly lockSeconds: number;
}

/** The first and the last block time with which a commitment is in time; unix seconds. */
export function commitWindow({ endsAt, beaconAt, lockSeconds }: CommitHour): { from: number; until: number } {
  return { from: endsAt - lockSeconds - OLDEST_SNAPSHOT, until: beaconAt - leadSeconds(lockSeconds) };
}
