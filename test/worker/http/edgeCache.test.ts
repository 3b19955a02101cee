import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { roundDetail, roundsPage } from '../../../src/contract/round.ts';
import { winnersPage } from '../../../src/contract/winner.ts';
import { writePublicState } from '../../../worker/cache/publicState.ts';
import type { AppEnv } from '../../../worker/http/appEnv.ts';
import { edgeCache } from '../../../worker/http/edgeCache.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { VERSION } from '../../../worker/version.ts';
import { wallet } from '../../domain/wallets.ts';
import { ADMIN_KEY } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { freshWorker } from '../freshWorker.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';

/** The file's D1 behind a counter, and a switch that breaks it. */
function watchedDatabase() {
  const counter = { statements: 0, broken: false };
  const watched = <T extends object>(of: T): T =>
    new Proxy(of, {
      get: (target, name) => {
        if (name === 'prepare') counter.statements++;
        if (counter.broken) throw new Error('D1 is away');
        if (name === 'withSession') return (given: string) => watched(env.DB.withSession(given));
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return { DB: watched(env.DB), counter };
}

/**
 * Waits for what an answer leaves in the cache. `query` is the part that the route reads. On a very slow machine, an
 * entry that is kept for a second is gone before the test looks; then the request is made again.
 */
async function isKept({ origin, ask }: ReturnType<typeof freshWorker>, path: string, query = ''): Promise<void> {
  const key = `${origin}${path}?${query}${query && '&'}edge-cache=${VERSION}`;
  await expect
    .poll(async () => {
      if ((await caches.default.match(key)) !== undefined) return true;
      await ask(query === '' ? path : `${path}?${query}`);
      return false;
    })
    .toBe(true);
}

/** As long as the shortest answer is kept. */
const KEPT_MS = 1_000;
/** Tries until an answer and a repetition both came within the time that the first one is kept, and returns both. */
async function withinItsTime<T>(play: () => Promise<T>): Promise<T> {
  for (;;) {
    const begun = Date.now();
    const played = await play();
    if (Date.now() - begun < KEPT_MS) return played;
  }
}

const endOf = (round: number) => 1_700_000_000 + round * 3_600;
let rounds: RoundStore;
beforeEach(async () => {
  // The real lock has no settings here, and the database is broken on purpose: both are said.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  rounds = createRoundStore(await emptyDatabase(), () => 0);
  await rounds.insertUnlocked([{ round: 1, endsAt: endOf(1), state: 'rolled-over', reason: 'missed', detail: null }]);
  await rounds.insertLock(lockOf(2, DOCUMENTS, endOf(2)), DOCUMENTS, 'lock-2');
});

async function payRound2(): Promise<void> {
  await rounds.commit(2, { ...COMMITMENT, final: true });
  await rounds.draw(2, BEACON_1000, WINNERS_1000);
  await rounds.pay(2, 'payout-2', 311_222_500);
}

describe('a second visitor of the same data centre', () => {
  it.each([
    ['/api/lottery/rounds', ''],
    ['/api/lottery/rounds', 'limit=1'],
    ['/api/lottery/rounds', 'cursor=1&limit=1'],
    ['/api/lottery/rounds/1', ''],
    ['/api/lottery/rounds/2/proof', ''],
    ['/api/lottery/winners', 'limit=20'],
  ])('costs no database read at %s?%s', async (path, query) => {
    const { first, second, reads } = await withinItsTime(async () => {
      const { DB, counter } = watchedDatabase();
      const worker = freshWorker({ DB });
      const first = await worker.ask(`${path}?${query}`);
      const reads = [counter.statements];
      await isKept(worker, path, query);
      Object.assign(counter, { statements: 0, broken: true });
      const second = await worker.ask(`${path}?${query}`);
      return { first, second, reads: [...reads, counter.statements] };
    });
    expect(first.status).toBe(200);
    expect(reads[0]).toBeGreaterThan(0);
    expect(reads[1]).toBe(0);
    expect([second.status, second.text, second.cache]).toEqual([200, first.text, first.cache]);
    expect(second.response.headers.get('content-type')).toBe(first.response.headers.get('content-type'));
    expect(second.response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('gets the same ETag, and a 304 for it', async () => {
    const worker = freshWorker();
    const { ask } = worker;
    const first = await ask('/api/lottery/rounds');
    await isKept(worker, '/api/lottery/rounds');
    const etag = first.response.headers.get('etag') ?? '';
    const second = await ask('/api/lottery/rounds', { headers: { 'if-none-match': etag } });
    expect([second.status, second.text, second.response.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it('cannot bypass the cache with parameters that mean nothing', async () => {
    const { DB, counter } = watchedDatabase();
    const worker = freshWorker({ DB });
    const { ask } = worker;
    await ask('/api/lottery/rounds?limit=1');
    await isKept(worker, '/api/lottery/rounds', 'limit=1');
    counter.broken = true;
    for (const query of ['limit=1&x=1', 'y=2&limit=1', 'limit=1&edge-cache=0', 'limit=1&limit=1', 'limit=01'])
      expect(await ask(`/api/lottery/rounds?${query}`)).toMatchObject({ status: 400, cache: 'no-store' });
  });

  it('gets another answer for parameters that mean something', async () => {
    const worker = freshWorker();
    const { ask } = worker;
    await ask('/api/lottery/rounds?limit=1');
    await isKept(worker, '/api/lottery/rounds', 'limit=1');
    const pages = await Promise.all(
      ['limit=1', 'limit=2', 'limit=1&cursor=1'].map(async (query) =>
        roundsPage.parse(JSON.parse((await ask(`/api/lottery/rounds?${query}`)).text)),
      ),
    );
    expect(pages.map((page) => page.rounds.map(({ roundNumber }) => roundNumber))).toEqual([[2], [2, 1], [1]]);
  });
});

describe('the feed of one host', () => {
  it('is never shown at another one, since its links name the host', async () => {
    const [one, other] = [freshWorker(), freshWorker()];
    expect(one.origin).not.toBe(other.origin);
    expect((await one.ask('/feed.xml')).text).toContain(`${one.origin}/rounds/1`);
    await isKept(one, '/feed.xml');
    const { text } = await other.ask('/feed.xml');
    expect([text.includes(`${other.origin}/rounds/1`), text.includes(one.origin)]).toEqual([true, false]);
  });
});

describe('the newest winners', () => {
  /** Twenty winners of rounds 7 to 1 as the stats show them, the newest first, of 21 in all. */
  const recentWinners = Array.from({ length: 20 }, (_, i) => {
    const winner = { round: 7 - Math.floor(i / 3), place: ([1, 2, 3] as const)[i % 3] ?? 1, address: wallet(9) };
    return { ...winner, lamports: '7', endsAt: endOf(winner.round), signature: null, status: 'drawn' as const };
  });
  const publish = (winners: typeof recentWinners, totalWinners: number) =>
    writePublicState(env.CACHE, {
      ...{ builtAt: Date.now(), lastRound: null, lockedRound: null, paused: false, distributedLamports: '0' },
      ...{
        recentWinners: winners,
        totalWinners,
        chain: { holders: null, holdersFailingSince: null, terms: null, pool: null, mint: null },
      },
      ...{ payments: [], isRehearsal: false },
    });

  it('cost no database read even the first time, and go on where the next page begins', async () => {
    await publish(recentWinners, 21);
    const { DB, counter } = watchedDatabase();
    const { ask } = freshWorker({ DB });
    for (const [limit, nextCursor] of [
      [20, '1-2'],
      [4, '6-1'],
    ] as const) {
      const { text, cache } = await ask(`/api/lottery/winners?limit=${limit}`);
      const page = winnersPage.parse(JSON.parse(text));
      expect(page).toMatchObject({ nextCursor, total: 21 });
      expect(page.winners.map(({ roundNumber, place }) => [roundNumber, place])).toEqual(
        recentWinners.slice(0, limit).map(({ round, place }) => [round, place]),
      );
      // They come with the stats, which are as new.
      expect(cache).toBe('public, max-age=1');
    }
    expect(counter.statements).toBe(0);
  });

  it('come without the database while there are fewer than asked for', async () => {
    await publish(recentWinners.slice(0, 3), 3);
    const { DB, counter } = watchedDatabase();
    const { text } = await freshWorker({ DB }).ask('/api/lottery/winners?limit=100');
    expect(winnersPage.parse(JSON.parse(text))).toMatchObject({ nextCursor: null, total: 3 });
    expect(counter.statements).toBe(0);
  });

  it('are as many as the operator lists where nobody says how many, and go on from there', async () => {
    await publish(recentWinners.slice(0, 5), 21);
    const { DB, counter } = watchedDatabase();
    const { ask } = freshWorker({ DB, RECENT_WINNERS_MAX: '5' });
    const page = winnersPage.parse(JSON.parse((await ask('/api/lottery/winners')).text));
    expect([page.winners.length, page.nextCursor, page.total]).toEqual([5, '6-2', 21]);
    expect(counter.statements).toBe(0);
  });

  it.each(['limit=21', 'cursor=7-1', `address=${wallet(5)}`])('of %s come from the database', async (query) => {
    await payRound2();
    await publish(recentWinners, 21);
    const { DB, counter } = watchedDatabase();
    const { text } = await freshWorker({ DB }).ask(`/api/lottery/winners?${query}`);
    expect(winnersPage.parse(JSON.parse(text)).winners[0]).toMatchObject({ roundNumber: 2, address: wallet(5) });
    expect(counter.statements).toBeGreaterThan(0);
  });
});

describe('how long an answer is kept', () => {
  it('a list for 5 s, a round on its way for 1 s, a paid round for a day, and for ever in browsers', async () => {
    const cacheOf = async (path: string) => (await freshWorker().ask(`/api/lottery/${path}`)).cache;
    expect([await cacheOf('rounds'), await cacheOf('winners')]).toEqual(Array(2).fill('public, max-age=1, s-maxage=5'));
    expect([await cacheOf('rounds/2'), await cacheOf('rounds/2/proof')]).toEqual(Array(2).fill('public, max-age=1'));
    await payRound2();
    expect([await cacheOf('rounds/2'), await cacheOf('rounds/2/proof')]).toEqual(
      Array(2).fill('public, max-age=31536000, immutable, s-maxage=86400'),
    );
  });

  it('a round on its way is seen to move', async () => {
    const worker = freshWorker();
    const { ask } = worker;
    const stateNow = async () => roundDetail.parse(JSON.parse((await ask('/api/lottery/rounds/2')).text)).state;
    expect(await stateNow()).toBe('locked');
    await isKept(worker, '/api/lottery/rounds/2');
    await payRound2();
    await expect.poll(stateNow).toBe('paid');
  });
});

describe('never kept are', () => {
  it.each([
    ['a fault', '/api/lottery/rounds', 500],
    ['a fault of a round', '/api/lottery/rounds/2', 500],
  ])('%s', async (_what, path, status) => {
    const { DB, counter } = watchedDatabase();
    const { ask } = freshWorker({ DB });
    counter.broken = true;
    expect(await ask(path)).toMatchObject({ status, cache: 'no-store' });
    counter.broken = false;
    expect((await ask(path)).status).toBe(200);
  });

  it('a round that has not started, and bad input', async () => {
    const { ask } = freshWorker();
    for (const [path, status] of [
      ['rounds/999999999', 404],
      ['rounds?limit=0', 400],
      ['winners?address=x', 400],
    ] as const)
      expect(await ask(`/api/lottery/${path}`)).toMatchObject({ status, cache: 'no-store' });
  });

  it('live figures: stats, pool balance and participants are as new as the public state', async () => {
    const pool = (lamports: string) => ({ wallet: 'the pool', lamports, slot: 1, readAt: Date.now() });
    const holders = (total: number) => ({ participants: [], total, topHolders: [], slot: 1, readAt: Date.now() });
    const publish = (total: number, lamports: string) =>
      writePublicState(env.CACHE, {
        ...{ builtAt: Date.now(), lastRound: null, lockedRound: null, paused: false, totalWinners: 0 },
        ...{ recentWinners: [], distributedLamports: '0', payments: [], isRehearsal: false },
        chain: { holdersFailingSince: null, terms: null, holders: holders(total), pool: pool(lamports), mint: null },
      });
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new TypeError('no exchanges here')));
    const { ask } = freshWorker();
    const figures = async () => {
      const [stats, balance, participants] = await Promise.all(
        ['stats', 'pool-balance', 'eligible-participants'].map(async (path) =>
          JSON.parse((await ask(`/api/lottery/${path}`)).text),
        ),
      );
      return [stats.totalParticipants, stats.prizePool.lamports, balance.lamports, participants.data.total];
    };
    await publish(3, '1000');
    expect(await figures()).toEqual([3, '200', '1000', 3]);
    await publish(4, '2000');
    expect(await figures()).toEqual([4, '400', '2000', 4]);
  });

  it('a list that could not be read for ten minutes; its number stays, with its age', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new TypeError('no exchanges here')));
    const readAt = Date.now() - 601_000;
    await writePublicState(env.CACHE, {
      ...{ builtAt: Date.now(), lastRound: null, lockedRound: null, paused: false, totalWinners: 0 },
      ...{ recentWinners: [], distributedLamports: '0', payments: [], isRehearsal: false },
      chain: {
        holdersFailingSince: null,
        terms: null,
        holders: { participants: [], total: 7, topHolders: [], slot: 1, readAt },
        pool: null,
        mint: null,
      },
    });
    const { ask } = freshWorker();
    const { status, text, cache } = await ask('/api/lottery/eligible-participants');
    expect([status, cache]).toEqual([503, 'no-store']);
    expect(JSON.parse(text)).toEqual({ success: false, error: 'Retrying blockchain scan...', code: 'SCAN_FAILING' });
    const { totalParticipants, participantsUpdatedAt } = JSON.parse((await ask('/api/lottery/stats')).text);
    expect([totalParticipants, participantsUpdatedAt]).toEqual([7, new Date(readAt).toISOString()]);
  });

  it('answers that do not say so', async () => {
    const put = vi.spyOn(caches.default, 'put');
    const silent = new Hono<AppEnv>()
      .get('/silent', edgeCache(), (c) => c.text('x'))
      .get('/private', edgeCache(), (c) => c.text('x', 200, { 'Cache-Control': 'private, max-age=60' }))
      .get('/missing', edgeCache(), (c) => c.text('x', 404, { 'Cache-Control': 'public, max-age=60' }));
    for (const path of ['/silent', '/private', '/missing']) await silent.request(`https://silent.test${path}`);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
  });

  it('health and what operators are told', async () => {
    const { ask } = freshWorker();
    expect((await ask('/api/health')).cache).toBe('no-store');
    const init = { method: 'POST', headers: { 'x-admin-key': ADMIN_KEY } };
    expect(await ask('/api/admin/operations/advance', init)).toMatchObject({ status: 200, cache: 'no-store' });
    expect((await ask('/api/admin/operations/advance', { ...init, headers: {} })).status).toBe(401);
  });

  it('anything while the cache itself fails: the answer comes without it', async () => {
    vi.spyOn(caches.default, 'match').mockRejectedValue(new Error('no cache'));
    vi.spyOn(caches.default, 'put').mockRejectedValue(new Error('no cache'));
    expect((await freshWorker().ask('/api/lottery/rounds')).status).toBe(200);
    vi.restoreAllMocks();
  });
});
