import { Hono } from 'hono';
import type { Status } from '../../src/contract/health.ts';
import { composeStatus, uptimeSpan } from '../answers/health/composeStatus.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { readHealth } from '../http/healthReader.ts';
import { publicReader } from '../http/publicReader.ts';
import { countUptime } from '../store/views/rounds/uptime.ts';

/** Half a minute in caches, because the shown ages of the parts change each minute. */
const COUNTED = 'public, max-age=10, s-maxage=30';

/** How many rounds of each day were on time, and how each part is now. */
export const statusRoutes = new Hono<AppEnv>().get('/status', edgeCache(), async (c) => {
  const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
  const now = Date.now();
  const [counted, { parts }] = await Promise.all([
    read('rows', (db) => countUptime(db, uptimeSpan(now))),
    readHealth(c.env),
  ]);
  c.header('Cache-Control', COUNTED);
  return c.json(composeStatus({ counted, parts, clock: c.get('settings').clock, now }) satisfies Status);
});
