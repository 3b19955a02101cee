import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { apiError } from '../../../src/contract/error.ts';
import { proof } from '../../../src/contract/round.ts';
import { createSemaphore } from '../../../worker/http/createSemaphore.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { VERSION } from '../../../worker/version.ts';
import { emptyDatabase } from '../database.ts';
import { freshWorker } from '../freshWorker.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { watchedDatabase } from '../watchedDatabase.ts';

const endOf = (round: number) => 1_700_000_000 + round * 3_600;
const randomWallet = (which: number) => {
  const bytes = new Uint8Array(32).fill(3);
  new DataView(bytes.buffer).setUint32(0, which);
  return addressOf(bytes);
};

/** The rounds' object during a lock: it knows the wallets but answers no requests for the state. */
function busyLock() {
  const asked: string[] = [];
  const standing = {
    ...{ amount: '0', frozen: '0', isEligible: false, excluded: null, rank: null, eligible: 0, readAt: 0 },
    threshold: '100000000000',
  };
  const wallet = async (address: string) => {
    asked.push(address);
    return standing;
  };
  const publicState = async () => Promise.reject(new Error('the lock is at work'));
  return { asked, ROUNDS: { getByName: () => ({ wallet, publicState }) } };
}

/** A rate limit in a period that does not end: a slow machine's storm would last for several. */
function limitOf(most: number) {
  const counted = new Map<string, number>();
  return {
    counted,
    limit: async ({ key }: { key: string }) => {
      const count = (counted.get(key) ?? 0) + 1;
      counted.set(key, count);
      return { success: count <= most };
    },
  };
}

let rounds: RoundStore;
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  rounds = createRoundStore(await emptyDatabase(), () => 0);
});

describe('a storm of different questions in the minute of the lock', () => {
  it('from one network reaches the database at its limit and no more; the others are told when to come again', async () => {
    for (let round = 1; round <= 20; round++)
      await rounds.insertLock(lockOf(round, DOCUMENTS, endOf(round)), DOCUMENTS, `lock-${round}`);
    const { DB, asked, sessions } = watchedDatabase();
    const lock = busyLock();
    const limits = { PUBLIC_READS: limitOf(50), PUBLIC_PROOFS: limitOf(10) };
    const { ask } = freshWorker({ DB, ROUNDS: lock.ROUNDS, ...limits });
    const questions = Array.from({ length: 40 }, (_, i) => [
      `rounds/${i + 1}/proof`,
      `rounds?cursor=${i + 1}`,
      `winners?cursor=${i + 1}-1`,
      `wallets/${randomWallet(i)}`,
    ]).flat();
    const refused: string[] = [];
    for (const question of questions) {
      const { status, response, text } = await ask(`/api/lottery/${question}`, {
        headers: { 'CF-Connecting-IP': '203.0.113.7' },
      });
      if (status === 200) continue;
      expect([status, response.headers.get('retry-after')]).toEqual([429, '10']);
      expect(apiError.parse(JSON.parse(text))).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        error: 'Too many requests from your network. Please try again in 10 seconds.',
      });
      refused.push(question);
    }
    expect(sessions.length).toBe(50);
    // Three of the 50 would have read documents next, and that was refused.
    expect(refused.length).toBe(113);
    expect(asked.filter(({ sql }) => sql.includes('round_documents')).length).toBe(10);
    expect(asked.length).toBeLessThanOrEqual(3 * 50);
    // No more than 12 random wallets reached the rounds' object.
    expect(lock.asked.length).toBe(12);
  });

  it('meets the limits of wrangler.toml: 50 reads and 10 documents of a network within 10 s', async () => {
    const allowed = async (limit: RateLimit | undefined, calls: number, key: string) => {
      const outcomes = Array.from({ length: calls }, () => limit?.limit({ key }));
      return (await Promise.all(outcomes)).filter((outcome) => outcome?.success).length;
    };
    // A period may end during the calls of one network, which is then allowed more. It does not end twice within so
    // short a time.
    const least = async (limit: RateLimit | undefined, calls: number) =>
      Math.min(await allowed(limit, calls, '203.0.113.8'), await allowed(limit, calls, '203.0.113.9'));
    expect(await least(env.PUBLIC_READS, 101)).toBe(50);
    expect(await least(env.PUBLIC_PROOFS, 21)).toBe(10);
  });

  it('does not touch the visitors of another network, and an IPv6 subscriber is one network', async () => {
    const limit = limitOf(1);
    const { ask } = freshWorker({ PUBLIC_READS: limit });
    const statuses: number[] = [];
    for (const [i, client] of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1', '198.51.100.1'].entries())
      statuses.push(
        (await ask(`/api/lottery/rounds?cursor=${i + 1}`, { headers: { 'CF-Connecting-IP': client } })).status,
      );
    expect(statuses).toEqual([200, 429, 200, 200]);
    expect([...limit.counted.keys()]).toEqual(['2001:db8:1:2', '2001:db8:1:3', '198.51.100.1']);
  });

  it('from many networks asks the database 32 things at once, and the rest are refused until these are done', async () => {
    let underWay = 0;
    let most = 0;
    const answered = Promise.withResolvers<void>();
    const session = {
      prepare: () => ({ bind: () => ({}) }),
      batch: async () => {
        most = Math.max(most, ++underWay);
        await answered.promise;
        underWay--;
        return [{ results: [] }, { results: [] }];
      },
    };
    const { ask } = freshWorker({ DB: { withSession: () => session }, PUBLIC_READS: limitOf(50) });
    const refused: Awaited<ReturnType<typeof ask>>[] = [];
    const answers = Array.from({ length: 200 }, async (_, i) => {
      const headers = { 'CF-Connecting-IP': `192.0.2.${i}` };
      const answer = await ask(`/api/lottery/rounds?cursor=${i + 1}`, { headers });
      if (answer.status !== 200) refused.push(answer);
      return answer;
    });
    await expect.poll(() => refused.length).toBe(168);
    expect(underWay).toBe(32);
    for (const { status, text, response } of refused) {
      expect([status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(apiError.parse(JSON.parse(text)).code).toBe('BUSY');
    }
    answered.resolve();
    expect((await Promise.all(answers)).filter(({ status }) => status === 200)).toHaveLength(32);
    expect(most).toBe(32);
    expect((await ask('/api/lottery/rounds?cursor=300')).status).toBe(200);
  });

  it('goes on where there is no limit to ask, or one that fails', async () => {
    const fails = { limit: async () => Promise.reject(new Error('no limits today')) };
    for (const given of [{}, { PUBLIC_READS: fails }])
      expect((await freshWorker(given).ask('/api/lottery/rounds')).status).toBe(200);
  });
});

describe('the proof of a round on its way', () => {
  const PATH = '/api/lottery/rounds/1/proof';

  it('has its documents read once for each state, however often it is asked for, and a name that changes with it', async () => {
    await rounds.insertLock(lockOf(1, DOCUMENTS, endOf(1)), DOCUMENTS, 'lock-1');
    const { DB, asked } = watchedDatabase();
    const { ask, origin } = freshWorker({ DB });
    const reads = () => asked.filter(({ sql }) => sql.includes('round_documents')).length;
    /** As a second later: the answer as a whole is no longer kept. */
    const askLater = async (init: RequestInit = {}) => {
      await caches.default.delete(`${origin}${PATH}?edge-cache=${VERSION}`);
      const answer = await ask(PATH, init);
      const tag = answer.response.headers.get('etag') ?? '';
      const part = `${origin}${PATH}?part=${tag.slice(1, -1).split('-').at(-1)}&edge-cache=${VERSION}`;
      await expect.poll(async () => (await caches.default.match(part)) !== undefined).toBe(true);
      return { ...answer, tag };
    };
    const tags: string[] = [];
    for (const step of [
      async () => true,
      () => rounds.commit(1, COMMITMENT),
      () => rounds.commitmentFinal(1, { ...COMMITMENT, final: true }),
      () => rounds.draw(1, BEACON_1000, WINNERS_1000),
      () => rounds.payoutSeen(1, 'payout-1', 'sent'),
      () => rounds.pay(1, 'payout-1', 311_222_500),
    ]) {
      expect(await step()).toBe(true);
      const before = reads();
      const first = await askLater();
      const second = await askLater();
      expect([second.status, second.text, second.tag]).toEqual([200, first.text, first.tag]);
      expect(reads() - before).toBeLessThanOrEqual(1);
      expect(proof.parse(JSON.parse(first.text)).snapshot?.entries).toHaveLength(7);
      expect((await askLater({ headers: { 'If-None-Match': first.tag } })).status).toBe(304);
      tags.push(first.tag);
    }
    // A proof does not show when the commitment became final.
    expect(new Set(tags).size).toBe(5);
    expect(reads()).toBe(5);
  });
});

describe('places', () => {
  it('are taken and given back; one that is not given back is free again after a while', () => {
    const places = createSemaphore({ most: 10, holdMs: 1_000 });
    const leave = places.enter(8, 0);
    expect(leave).not.toBeNull();
    expect(places.enter(3, 1)).toBeNull();
    expect(places.enter(2, 2)).not.toBeNull();
    leave?.();
    leave?.();
    expect(places.enter(8, 3)).not.toBeNull();
    expect(places.enter(1, 1_001)).toBeNull();
    expect(places.enter(2, 1_002)).not.toBeNull();
    expect(places.enter(8, 1_003)).not.toBeNull();
    expect(places.enter(1, 1_004)).toBeNull();
  });
});
