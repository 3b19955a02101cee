import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTellingServices } from '../../../worker/compose/tellingServices.ts';
import { PUSH_SHARDS, pushShardName, pushShardOf } from '../../../worker/objects/stubs.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { wallet } from '../../domain/wallets.ts';
import { ask, READY } from '../apiClient.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { newBrowser } from '../pushService.ts';
import { PUSH_ON } from '../pushShard.ts';

const ON = { ...READY, ...PUSH_ON };
const post = (path: string, body: unknown, given: object = ON) =>
  ask(path, { method: 'POST', body: JSON.stringify(body) }, given);
const shardOf = (endpoint: string) => pushShardName(pushShardOf(endpoint));
/** What the route asked, and of which shard. */
const shards = { asked: [] as unknown[], answer: 'kept' };
const PUSH = {
  getByName: (name: string) => ({
    take: async (one: object) => {
      shards.asked.push([name, one]);
      return shards.answer;
    },
    end: async (endpoint: string) => void shards.asked.push([name, endpoint]),
  }),
};
const GIVEN = { ...ON, PUSH };
beforeEach(() => Object.assign(shards, { asked: [], answer: 'kept' }));

async function wish(name = 'one') {
  const { endpoint, p256dh, auth } = await newBrowser(name);
  return { address: wallet(9), endpoint, p256dh, auth, kinds: ['win', 'below', 'soon'] };
}

describe('a browser that asks to be told', () => {
  it('gets the key; exactly what it sent goes to its shard, and one call ends the subscription', async () => {
    const { json } = await ask('/api/push', {}, ON);
    expect(json).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/) });
    const { kinds, ...asked } = await wish();
    expect(await post('/api/push', { ...asked, kinds }, GIVEN)).toMatchObject({ status: 200, json: { success: true } });
    await post('/api/push', { ...asked, kinds: ['win'] }, GIVEN);
    expect((await post('/api/push/end', { endpoint: asked.endpoint }, GIVEN)).status).toBe(200);
    const shard = shardOf(asked.endpoint);
    expect(shards.asked).toEqual([
      [shard, { ...asked, kinds: 7 }],
      [shard, { ...asked, kinds: 1 }],
      [shard, asked.endpoint],
    ]);
  });

  it.each([
    ['a server that is no push service', { endpoint: 'https://canary.test/push' }],
    ['a name that only looks like one', { endpoint: 'https://fcm.googleapis.com.canary.test/x' }],
    ['another port', { endpoint: 'https://fcm.googleapis.com:8443/x' }],
    ['plain http', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['no wallet', { address: '0'.repeat(40) }],
    ['a short key', { p256dh: 'AAAA' }],
    ['no kind', { kinds: [] }],
    ['an unknown kind', { kinds: ['hourly'] }],
  ])('is refused with %s', async (_, altered) => {
    expect((await post('/api/push', { ...(await wish()), ...altered }, GIVEN)).status).toBe(400);
    expect(shards.asked).toEqual([]);
  });

  it.each([
    ['full', 503],
    ['silent', 503],
    ['unknown', 400],
    ['stolen', 400],
  ])('is told so where its shard says: %s', async (answer, status) => {
    shards.answer = answer;
    expect((await post('/api/push', await wish(), GIVEN)).status).toBe(status);
  });

  it('reaches no shard from a network that asks too often, neither to begin nor to end', async () => {
    const PUBLIC_PROOFS = { limit: async () => ({ success: false }) };
    const { endpoint, ...asked } = await wish();
    for (const [path, body] of [
      ['/api/push', { endpoint, ...asked }],
      ['/api/push/end', { endpoint }],
    ] as const)
      expect((await post(path, body, { ...GIVEN, PUBLIC_PROOFS })).status).toBe(429);
    expect(shards.asked).toEqual([]);
  });

  it('is told so where notifications are switched off', async () => {
    expect((await ask('/api/push')).json).toEqual({ publicKey: null });
    expect((await post('/api/push', await wish(), READY)).status).toBe(404);
  });
});

describe('the shards', () => {
  it('have about as many each of 50,000 browsers, and room for them', () => {
    const counts = Array.from({ length: PUSH_SHARDS }, () => 0);
    for (let i = 0; i < 50_000; i++) {
      const shard = pushShardOf(`https://fcm.googleapis.com/fcm/send/${(i * 2_654_435_761).toString(36)}:${i}`);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    expect(Math.max(...counts)).toBeLessThan(3_400);
    expect(Math.min(...counts)).toBeGreaterThan(2_900);
  });

  it('sleep without settings and without browsers', async () => {
    const stub = env.PUSH.getByName(`empty-${Date.now()}`);
    await stub.tick({ wins: [], isPaused: false });
    expect(await runDurableObjectAlarm(stub)).toBe(false);
  });

  it('hear of the wins of a day that are finally paid', async () => {
    const db = await emptyDatabase();
    const parsed = parseSettings({ ...COMPLETE, ...PUSH_ON });
    if (!parsed.ok) throw new Error('the settings are complete');
    const { clock } = parsed.settings;
    const endsAt = clock.genesisTime + 3 * clock.roundSeconds;
    const read = (at: number) => {
      const given = { settings: parsed.settings, db, fetch: vi.fn<typeof fetch>(), now: () => at * 1_000 };
      return createTellingServices(given).readPushNews();
    };
    const rounds = createRoundStore(db, () => endsAt * 1_000);
    await rounds.insertLock(lockOf(3, DOCUMENTS, endsAt), DOCUMENTS, 'lock-3');
    await rounds.commit(3, { ...COMMITMENT, final: true });
    await rounds.draw(3, BEACON_1000, WINNERS_1000);
    expect(await read(endsAt + 5)).toEqual({ wins: [], isPaused: false });
    await rounds.pay(3, 'payout-3', 311_222_500);
    const news = await read(endsAt + 20);
    expect(news?.wins.map(({ address }) => address)).toEqual(WINNERS_1000.map(({ address }) => address));
    expect(await read(endsAt + 86_401)).toEqual({ wins: [], isPaused: false });
  });
});
