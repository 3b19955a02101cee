import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { sought } from '../../../src/contract/adminRounds.ts';
import { createReadAdminRounds } from '../../answers/console/readAdminRounds.ts';
import { createSearchConsole } from '../../answers/console/searchConsole.ts';
import type { AppEnv } from '../../http/appEnv.ts';
import { ApiFault } from '../../http/fault.ts';
import { limitParam, parseParams, parseQuery, roundParam } from '../../http/parseInput.ts';

/** The search and the rounds for operators. Every admin key may read them. */
export const adminRoundRoutes = new Hono<AppEnv>()
  .get('/search', async (c) => {
    const { q } = parseQuery(c, z.object({ q: sought }));
    return c.json({ success: true, data: await createSearchConsole(inputOf(c))(q) } as const);
  })
  .get('/rounds', async (c) => {
    const query = z.object({ q: sought.optional(), limit: limitParam, cursor: roundParam.optional() });
    const { q, ...page } = parseQuery(c, query);
    const { rounds, nextCursor } = await createReadAdminRounds(inputOf(c)).page(q ?? null, page);
    return c.json({ success: true, data: rounds, nextCursor } as const);
  })
  .get('/rounds/:round', async (c) => {
    const { round } = parseParams(c, z.object({ round: roundParam }));
    const found = await createReadAdminRounds(inputOf(c)).round(round);
    if (found === null) throw new ApiFault('NOT_FOUND', `Round ${round} has not begun.`);
    return c.json({ success: true, data: found } as const);
  });

const inputOf = (c: Context<AppEnv>) => ({ db: c.env.DB, clock: c.get('settings').clock, now: () => Date.now() });
