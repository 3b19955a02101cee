import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './appEnv.ts';
import { ApiFault } from './fault.ts';

/**
 * Guards a group of admin routes: `x-admin-key` against the named SHA-256 digests, each compared in constant time and all of them
 * every time. Sets `admin` to the name whose key it was.
 */
export const requireAdminKey = createMiddleware<AppEnv>(async (c, next) => {
  c.header('Cache-Control', 'no-store');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(c.req.header('x-admin-key') ?? ''));
  let admin: string | null = null;
  for (const [name, expected] of c.get('settings').adminKeys) {
    if (crypto.subtle.timingSafeEqual(digest, Buffer.from(expected, 'hex'))) admin = name;
  }
  if (admin === null) throw new ApiFault('UNAUTHORIZED', 'Invalid admin key');
  c.set('admin', admin);
  await next();
});
