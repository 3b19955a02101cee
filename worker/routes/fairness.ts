import { Hono } from 'hono';
import type { Fairness } from '../../src/contract/fairness.ts';
import { answerFairness } from '../answers/rounds/answerFairness.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { ApiFault } from '../http/fault.ts';
import { publicReader } from '../http/publicReader.ts';

/** The counts change at most once a minute, and only after a round has moved. */
const COUNTED = 'public, max-age=10, s-maxage=60';

export const fairnessRoutes = new Hono<AppEnv>().get('/fairness', edgeCache(), async (c) => {
  const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
  const counts = await read('rows', answerFairness);
  if (counts === null)
    throw new ApiFault('NOT_READY', 'The rounds have not been counted yet. Please try again in a minute.');
  c.header('Cache-Control', COUNTED);
  return c.json(counts satisfies Fairness);
});
