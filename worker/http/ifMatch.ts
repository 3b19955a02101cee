import type { Context } from 'hono';
import { ApiFault } from './fault.ts';

/** The version a request was made from: `"3"`, `W/"3"` or `3` in If-Match. Null when any will do: no header, or `*`. */
export function versionAsked(c: Context): number | null {
  const header = c.req.header('If-Match')?.trim();
  if (header === undefined || header === '*') return null;
  const [, quoted, bare] = /^(?:(?:W\/)?"([1-9]\d{0,8})"|([1-9]\d{0,8}))$/.exec(header) ?? [];
  const version = quoted ?? bare;
  if (version === undefined)
    throw new ApiFault('BAD_REQUEST', 'If-Match: must be the version you have seen, such as "3", or *');
  return Number(version);
}
