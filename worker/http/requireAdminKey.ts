import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './appEnv.ts';
import { ApiFault } from './fault.ts';
import { slowWrongKey } from './wrongKeys.ts';

/**
 * Guards a group of admin routes by `x-admin-key`, and sets `admin` to the name whose key it was. The key is looked
 * at before any count: a right one always opens, whatever its network has sent. Wrong ones are counted and slowed; a
 * missing one is neither.
 */
export const requireAdminKey = createMiddleware<AppEnv>(async (c, next) => {
  c.header('Cache-Control', 'no-store');
  const key = c.req.header('x-admin-key') ?? '';
  const admin = key === '' ? null : await nameOf(key, c.get('settings').adminKeys);
  if (admin === null) {
    const client = c.req.header('CF-Connecting-IP') ?? 'unknown';
    const seconds = key === '' ? 0 : await slowWrongKey(c.env, { client, at: Date.now() });
    throw seconds === 0 ? new ApiFault('UNAUTHORIZED', 'Invalid admin key') : tooMany(seconds);
  }
  c.set('admin', admin);
  await next();
});

/** Whose key it is: compared in constant time with every digest, every time. */
async function nameOf(key: string, adminKeys: ReadonlyMap<string, string>): Promise<string | null> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  let admin: string | null = null;
  for (const [name, expected] of adminKeys) {
    if (crypto.subtle.timingSafeEqual(digest, Buffer.from(expected, 'hex'))) admin = name;
  }
  return admin;
}

function tooMany(seconds: number): ApiFault {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new ApiFault('TOO_MANY_WRONG_KEYS', `Too many wrong keys. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
}
