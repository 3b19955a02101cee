import { Hono } from 'hono';
import type { PublicConfig } from '../../src/contract/config.ts';
import { composeConfig } from '../answers/state/composeConfig.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { readSharedState } from '../http/publicStateReader.ts';

/** The public configuration of the lottery, for browsers and verifiers. */
export const aboutRoutes = new Hono<AppEnv>().get('/config', edgeCache(), async (c) => {
  const settings = c.get('settings');
  const state = await readSharedState({ env: c.env, clock: settings.clock, now: Date.now() });
  c.header('Cache-Control', 'public, max-age=30, s-maxage=5');
  return c.json(composeConfig(settings, state) satisfies PublicConfig);
});
