import { Hono } from 'hono';
import * as z from 'zod';
import type { Participants, PoolBalance } from '../../src/contract/stats.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import { composeParticipants, isScanFailing } from '../answers/state/composeParticipants.ts';
import { composePoolBalance } from '../answers/state/composeStats.ts';
import { writeStats } from '../answers/state/writeStats.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { parseQuery } from '../http/parseInput.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { readTrigger } from '../http/triggerReader.ts';
import { readSolPrice } from '../prices/priceReader.ts';

/** The specification gives this sentence. */
const SCAN_FAILING = 'Retrying blockchain scan...';
const NOT_READY = 'The lottery is starting and has not read the chain yet. Please try again in a few seconds.';

/** Answers that change while a visitor watches. No cache may keep one for more than a second. */
const LIVE = 'public, max-age=1';

/** A constant, because this query is parsed more often than any other. */
const STATS_QUERY = z.object({ refresh: z.enum(['true', 'false'], 'must be true or false').optional() });

export const lotteryRoutes = new Hono<AppEnv>()
  .get('/stats', async (c) => {
    const { refresh } = parseQuery(c, STATS_QUERY);
    const settings = c.get('settings');
    const { clock } = settings;
    const state = ready(await readSharedState({ env: c.env, clock, now: Date.now(), refresh: refresh === 'true' }));
    const solPrice = await readSolPrice(c.env, settings);
    c.header('Cache-Control', LIVE);
    c.header('Content-Type', 'application/json');
    return c.body(writeStats({ state, clock, now: Date.now() }, solPrice));
  })
  .get('/pool-balance', async (c) => {
    const { clock } = c.get('settings');
    const state = ready(await readSharedState({ env: c.env, clock, now: Date.now() }));
    c.header('Cache-Control', LIVE);
    return c.json(ready(composePoolBalance({ state, clock, now: Date.now() })) satisfies PoolBalance);
  })
  .get('/eligible-participants', async (c) => {
    const state = ready(await readSharedState({ env: c.env, clock: c.get('settings').clock, now: Date.now() }));
    const list = composeParticipants({ state, now: Date.now() });
    if (list === null && isScanFailing(state)) throw new ApiFault('SCAN_FAILING', SCAN_FAILING);
    c.header('Cache-Control', LIVE);
    return c.json(ready(list) satisfies Participants);
  })
  .post('/trigger-round', async (c) => {
    const asked = { env: c.env, client: c.req.header('CF-Connecting-IP'), clock: c.get('settings').clock };
    c.header('Cache-Control', 'no-store');
    return c.json((await readTrigger(asked)) satisfies TriggerResult);
  });

function ready<T>(value: T | null): T {
  if (value === null) throw new ApiFault('NOT_READY', NOT_READY);
  return value;
}
