import { Hono } from 'hono';
import * as z from 'zod';
import type { Proof, RoundDetail, RoundsPage } from '../../src/contract/round.ts';
import type { WinnersPage } from '../../src/contract/winner.ts';
import { parseAddress } from '../../src/token/address.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { limitParam, parseParams, parseQuery, roundParam } from '../http/parseInput.ts';
import { createReadRounds } from '../services/readRounds.ts';

const LIVE = 'public, max-age=1';
/** A paid round never changes again. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const address = z.string().refine((text) => parseAddress(text) !== null, 'must be a Solana address');
const winnerCursor = z
  .string()
  .regex(/^\d{1,12}-[123]$/, 'must be a cursor that this route returned')
  .transform((text) => ({ round: Number(text.slice(0, -2)), place: Number(text.slice(-1)) }));

export const roundRoutes = new Hono<AppEnv>()
  .get('/rounds', async (c) => {
    const { cursor, limit } = parseQuery(c, z.object({ cursor: roundParam.optional(), limit: limitParam }));
    c.header('Cache-Control', LIVE);
    return c.json((await reader(c).page(cursor ?? null, limit)) satisfies RoundsPage);
  })
  .get('/rounds/:round', async (c) => {
    const { round } = parseParams(c, z.object({ round: roundParam }));
    const detail = found(await reader(c).detail(round), round);
    c.header('Cache-Control', detail.state === 'paid' ? FOR_EVER : LIVE);
    return c.json(detail satisfies RoundDetail);
  })
  .get('/rounds/:round/proof', async (c) => {
    const { round } = parseParams(c, z.object({ round: roundParam }));
    const proof = found(await reader(c).proof(round), round);
    c.header('Cache-Control', proof.state === 'paid' ? FOR_EVER : LIVE);
    return c.json(proof satisfies Proof);
  })
  .get('/winners', async (c) => {
    const query = z.object({ cursor: winnerCursor.optional(), limit: limitParam, address: address.optional() });
    const { cursor, limit, address: wallet } = parseQuery(c, query);
    c.header('Cache-Control', LIVE);
    return c.json((await reader(c).winners(cursor ?? null, limit, wallet ?? null)) satisfies WinnersPage);
  });

function reader(c: { env: AppEnv['Bindings']; get(key: 'settings'): AppEnv['Variables']['settings'] }) {
  return createReadRounds({ db: c.env.DB, clock: c.get('settings').clock, now: () => Date.now() });
}

function found<T>(value: T | null, round: number): T {
  if (value === null) throw new ApiFault('NOT_FOUND', `Round ${round} has not started yet.`);
  return value;
}
