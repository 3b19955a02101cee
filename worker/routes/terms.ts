import { Hono } from 'hono';
import type { Terms } from '../../src/contract/terms.ts';
import { composeTerms, readBook } from '../answers/rounds/answerTerms.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { publicReader } from '../http/publicReader.ts';
import { lotteryOf } from '../terms/countMade.ts';

/** Terms are announced a round before they hold, so a minute in caches is short enough. */
const ANNOUNCED = 'public, max-age=10, s-maxage=60';

/** The terms of rounds, as they were announced on chain. */
export const termsRoutes = new Hono<AppEnv>().get('/terms', edgeCache(), async (c) => {
  const settings = c.get('settings');
  const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
  const book = await read('rows', (db) => readBook(db, lotteryOf(settings)));
  c.header('Cache-Control', ANNOUNCED);
  return c.json(composeTerms(book, settings.clock, Date.now()) satisfies Terms);
});
