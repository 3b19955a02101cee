/** One thing that was looked at. `open`: it could not be, or not yet. */
export interface Check {
  readonly name: string;
  readonly verdict: 'ok' | 'failed' | 'open';
  /** The value that was found, or what differs. */
  readonly detail: string;
}

/** Open when a round was drawn with a beacon that nobody outside vouches for. */
export const QUICKNET_CHECK = 'Beacon network is drand’s quicknet';

/** A check of two values that must be the same. */
export function same(name: string, found: string | null, expected: string | null): Check {
  if (found === null || expected === null) return { name, verdict: 'open', detail: 'not published yet' };
  if (found === expected) return { name, verdict: 'ok', detail: found };
  return { name, verdict: 'failed', detail: `${found} is not ${expected}` };
}
