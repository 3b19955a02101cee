import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Proof, RoundDetail, RoundsPage } from '../../src/contract/round.ts';
import type { WinnersPage } from '../../src/contract/winner.ts';
import { PLACE_PATTERN } from '../../src/protocol/terms/places.ts';
import { roundAt } from '../../src/round/clock.ts';
import { ROUND_STATES } from '../../src/round/state.ts';
import { createReadProof, type ReadProofInput } from '../answers/rounds/readProof.ts';
import { createReadRounds, type ReadRoundsInput } from '../answers/rounds/readRounds.ts';
import { composeNewestWinners } from '../answers/state/composeStats.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache, keptPart } from '../http/edgeCache.ts';
import { ApiFault } from '../http/fault.ts';
import { addressParam, dayParam, limitParam, parseParams, parseQuery, roundParam } from '../http/parseInput.ts';
import { publicReader } from '../http/publicReader.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { lotteryOf } from '../terms/countMade.ts';
import { VERSION } from '../version.ts';

/** For a round under way: its page and its verifiers ask every second. */
const LIVE = 'public, max-age=1';
/** For lists. Each data centre reads the database at most once in 5 s for each list, however many visitors ask. */
const LIST = 'public, max-age=1, s-maxage=5';
/** For a round that a person may still change, or that ended without a draw. */
const SETTLED = 'public, max-age=10, s-maxage=60';
/** For a paid round, which never changes. Shared caches keep it for only a day, so that our corrections arrive. */
const FOR_EVER = 'public, max-age=31536000, immutable, s-maxage=86400';

const NO_CURSOR = 'must be a cursor that this route returned';
const winnerCursor = z
  .string()
  .regex(new RegExp(`^[1-9]\\d{0,11}-${PLACE_PATTERN}$`), NO_CURSOR)
  .transform((text) => text.split('-').map(Number))
  .transform(([round = 0, place = 0]) => ({ round, place }));

const roundsQuery = z.object({
  cursor: roundParam.optional(),
  limit: limitParam,
  state: z.enum(ROUND_STATES, `must be one of ${ROUND_STATES.join(', ')}`).optional(),
  address: addressParam.optional(),
  date: dayParam.optional(),
});

export const roundRoutes = new Hono<AppEnv>()
  .get('/rounds', edgeCache(...Object.keys(roundsQuery.shape)), async (c) => {
    const { date, ...asked } = parseQuery(c, roundsQuery);
    requireReached(c, asked.cursor);
    const page = await reader(c)('rows', (db) => createReadRounds({ ...inputOf(c), db }).page({ ...asked, day: date }));
    c.header('Cache-Control', LIST);
    return c.json(page satisfies RoundsPage);
  })
  .get('/rounds/:round', edgeCache(), async (c) => {
    const { round } = parseParams(c, z.object({ round: roundParam }));
    const read = await reader(c)('rows', (db) => createReadRounds({ ...inputOf(c), db }).detail(round));
    const detail = found(read, round);
    c.header('Cache-Control', cacheOf(detail));
    return c.json(detail satisfies RoundDetail);
  })
  .get('/rounds/:round/proof', edgeCache(), async (c) => {
    const { round } = parseParams(c, z.object({ round: roundParam }));
    const read = reader(c);
    const proofs = (db: ReadProofInput['db']) => createReadProof({ ...inputOf(c), db });
    const outline = found(await read('rows', (db) => proofs(db).outline(round)), round);
    const name = await nameOf(outline.shown);
    // The documents are read once for each state of a round, and not for each request.
    const make = async () => {
      const proof: Proof = await read('documents', (db) => proofs(db).whole(outline));
      return JSON.stringify(proof);
    };
    const body = await keptPart({ url: c.req.url, name, make });
    return c.body(body, 200, {
      'Content-Type': 'application/json',
      ETag: `"${VERSION}-${name}"`,
      'Cache-Control': cacheOf(outline.shown),
    });
  })
  .get('/winners', edgeCache('cursor', 'limit', 'address'), async (c) => {
    // Without `limit`, this is the list of the landing page, whose length is a setting.
    const { recentWinnersMax } = c.get('settings');
    const limits = limitParam.removeDefault().default(recentWinnersMax);
    const query = z.object({ cursor: winnerCursor.optional(), limit: limits, address: addressParam.optional() });
    const { cursor, limit, address: wallet } = parseQuery(c, query);
    requireReached(c, cursor?.round);
    const newest = cursor || wallet ? null : await newestWinners(c, limit);
    c.header('Cache-Control', newest === null ? LIST : LIVE);
    const winners = (db: ReadRoundsInput['db']) =>
      createReadRounds({ ...inputOf(c), db }).winners(cursor ?? null, limit, wallet ?? null);
    return c.json((newest ?? (await reader(c)('rows', winners))) satisfies WinnersPage);
  });

/**
 * The newest winners, from the shared state. No database is read, because every page asks for them. Null while no state
 * is known, or if it does not hold all winners that are asked for.
 */
async function newestWinners(c: Edge, limit: number): Promise<WinnersPage | null> {
  const state = await readSharedState({ env: c.env, clock: clockOf(c), now: Date.now() });
  return state === null ? null : composeNewestWinners(state, limit);
}

type Edge = Context<AppEnv>;

function reader(c: Edge) {
  return publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
}

function inputOf(c: Edge) {
  return { clock: clockOf(c), lottery: lotteryOf(c.get('settings')), now: () => Date.now() };
}

function clockOf(c: Edge) {
  return c.get('settings').clock;
}

/** A list goes down from the newest round. A higher cursor would be one more address for the same answer. */
function requireReached(c: Edge, cursor: number | undefined): void {
  if (cursor !== undefined && cursor > roundAt(clockOf(c), Date.now() / 1000))
    throw new ApiFault('BAD_REQUEST', `cursor: ${NO_CURSOR}`);
}

function found<T>(value: T | null, round: number): T {
  if (value === null) throw new ApiFault('NOT_FOUND', `Round ${round} has not started yet.`);
  return value;
}

type Kept = 'state' | 'commitment' | 'witnesses' | 'endsAt';

/** For this long after a round's end, a testimony about it may still be found. */
const LAST_LOOK_MS = 150_000;

/**
 * How long caches may keep an answer about a round. A paid round without a commitment was played by rules that this
 * version does not know, and a newer version will show more of it. The testimonies of a round may become known a little
 * after it is paid.
 */
function cacheOf({ state, commitment, witnesses, endsAt }: Pick<Proof, Kept>): string {
  if (state === 'paid' && commitment === null) return LIVE;
  if (state === 'paid' && witnesses.length > 0 && Date.now() < Date.parse(endsAt) + LAST_LOOK_MS) return LIVE;
  if (state === 'paid') return FOR_EVER;
  return state === 'held' || state === 'rolled-over' ? SETTLED : LIVE;
}

/** A name that is the same only for equal values: SHA-256 of their JSON, hex. */
async function nameOf(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)));
  return Buffer.from(digest).toString('hex');
}
