/** One thing that was looked at. `open`: it could not be checked, or not yet. */
export interface Check {
  readonly name: string;
  readonly verdict: 'ok' | 'failed' | 'open';
  /** The value that was found, what differs, or why it could not be checked. */
  readonly detail: string;
}

/** A check's outcome, without its name. */
export type Finding = Omit<Check, 'name'>;

export const ok = (detail: string): Finding => ({ verdict: 'ok', detail });
export const failed = (detail: string): Finding => ({ verdict: 'failed', detail });
export const open = (detail: string): Finding => ({ verdict: 'open', detail });

/** Open when a round was drawn with a beacon that nobody outside vouches for. */
export const QUICKNET_CHECK = 'Beacon network is drand’s quicknet';

/** A check of two values that must be the same. */
export function same(name: string, found: string | null, expected: string | null): Check {
  if (found === null || expected === null) return { name, ...open('not published yet') };
  if (found === expected) return { name, ...ok(found) };
  return { name, ...failed(`${found} is not ${expected}`) };
}
