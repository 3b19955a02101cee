import { Hono } from 'hono';
import type { Prices } from '../../src/contract/prices.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { readPrices } from '../prices/priceReader.ts';

/** What SOL and GOD are worth, for display. */
export const priceRoutes = new Hono<AppEnv>().get('/prices', edgeCache(), async (c) => {
  const prices = await readPrices(c.env, c.get('settings'), { mayWait: true });
  // An old or fallback price is not cached: the next visitor may get a better one.
  const isCurrent = [prices.sol, prices.god].every((price) => !price.stale && !price.fallback);
  c.header('Cache-Control', isCurrent ? 'public, max-age=5' : 'no-store');
  return c.json(prices satisfies Prices);
});
