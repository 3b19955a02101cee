import { Hono } from 'hono';
import * as z from 'zod';
import type { Proof, RoundDetail, RoundsPage } from '../../src/contract/round.ts';
import type { WinnersPage } from '../../src/contract/winner.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { ApiFault } from '../http/fault.ts';
import { addressParam, limitParam, parseParams, parseQuery, roundParam } from '../http/parseInput.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { composeNewestWinners } from '../services/composeStats.ts';
import { createReadRounds } from '../services/readRounds.ts';

/** A round on its way: its page and its verifiers follow it by the second. */
const LIVE = 'public, max-age=1';
/** Lists: in each data centre the database is read every 5 s at most, however many visitors there are. */
const LIST = 'public, max-age=1, s-maxage=5';
/** A paid round never changes again. We keep it a day: after that a corrected server may have its say. */
const FOR_EVER = 'public, max-age=31536000, immutable, s-maxage=86400';

const winnerCursor = z
  .string()
  .regex(/^\d{1,12}-[123]$/, 'must be a cursor that this route returned')
  .transform((text) => ({ round: Number(text.slice(0, -2)), place: Number(text.slice(-1)) }));

export const roundRoutes = new Hono<AppEnv>()
  .get('/rounds', edgeCache('cursor', 'limit'), async (c) => {
    const { cursor, limit } = parseQuery(c, z.object({ cursor: roundParam.optional(), limit: limitParam }));
    c.header('Cache-Control', LIST);
    return c.json((await reader(c).page(cursor ?? null, limit)) satisfies RoundsPage);
  })
  .get('/rounds/:round', edgeCache(), async (c) => {
    const { round } = parseParams(c, z.object({ round: roundParam }));
    const detail = found(await reader(c).detail(round), round);
    c.header('Cache-Control', detail.state === 'paid' ? FOR_EVER : LIVE);
    return c.json(detail satisfies RoundDetail);
  })
  .get('/rounds/:round/proof', edgeCache(), async (c) => {
    const { round } = parseParams(c, z.object({ round: roundParam }));
    const proof = found(await reader(c).proof(round), round);
    c.header('Cache-Control', proof.state === 'paid' ? FOR_EVER : LIVE);
    return c.json(proof satisfies Proof);
  })
  .get('/winners', edgeCache('cursor', 'limit', 'address'), async (c) => {
    const query = z.object({ cursor: winnerCursor.optional(), limit: limitParam, address: addressParam.optional() });
    const { cursor, limit, address: wallet } = parseQuery(c, query);
    const newest = cursor || wallet ? null : await newestWinners(c, limit);
    c.header('Cache-Control', newest === null ? LIST : LIVE);
    return c.json((newest ?? (await reader(c).winners(cursor ?? null, limit, wallet ?? null))) satisfies WinnersPage);
  });

/** What every visitor's page asks for: as new as the stats beside it, and without the database. */
async function newestWinners(c: Edge, limit: number): Promise<WinnersPage | null> {
  const state = await readSharedState({ env: c.env, clock: clockOf(c), now: Date.now() });
  return state === null ? null : composeNewestWinners(state, limit);
}

interface Edge {
  readonly env: AppEnv['Bindings'];
  get(key: 'settings'): AppEnv['Variables']['settings'];
}

function reader(c: Edge) {
  return createReadRounds({ db: c.env.DB, clock: clockOf(c), now: () => Date.now() });
}

function clockOf(c: Edge) {
  return c.get('settings').clock;
}

function found<T>(value: T | null, round: number): T {
  if (value === null) throw new ApiFault('NOT_FOUND', `Round ${round} has not started yet.`);
  return value;
}
