import { beforeEach, describe, expect, it } from 'vitest';
import { wallet } from '../../domain/wallets.ts';
import { ask, READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { newBrowser } from '../pushService.ts';

const ON = {
  ...{ ...READY, SITE_URL: 'https://draws.test', VAPID_SUBJECT: 'mailto:ops@draws.test' },
  VAPID_PRIVATE_KEY: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE',
};
let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
const post = (path: string, body: unknown, given: object = ON) =>
  ask(path, { method: 'POST', body: JSON.stringify(body) }, given);
const rows = async () => (await db.prepare('SELECT * FROM push_subscriptions').all()).results;
async function wish(name = 'one') {
  const { endpoint, p256dh, auth } = await newBrowser(name);
  return { address: wallet(9), endpoint, p256dh, auth, kinds: ['win', 'soon'] };
}

describe('a browser that asks to be told', () => {
  it('gets the key, is kept with what it gave and nothing else, and forgotten by one call', async () => {
    const { json } = await ask('/api/push', {}, ON);
    expect(json).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/) });
    const asked = await wish();
    expect(await post('/api/push', asked)).toMatchObject({ status: 200, json: { success: true } });
    expect(await post('/api/push', { ...asked, kinds: ['win'] })).toMatchObject({ status: 200 });
    const { address, endpoint, p256dh, auth } = asked;
    const told = { win_round: expect.any(Number), soon_round: expect.any(Number), not_before: 0 };
    expect(await rows()).toEqual([{ address, endpoint, p256dh, auth, kinds: 1, made_at: expect.any(Number), ...told }]);
    expect((await post('/api/push/end', { endpoint })).status).toBe(200);
    expect((await post('/api/push/end', { endpoint })).status).toBe(200);
    expect(await rows()).toEqual([]);
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
    expect((await post('/api/push', { ...(await wish()), ...altered })).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('is refused beyond twenty of one wallet', async () => {
    for (let i = 0; i < 20; i++) expect((await post('/api/push', await wish(`${i}`))).status).toBe(200);
    expect((await post('/api/push', await wish('one too many'))).status).toBe(503);
  });

  it('is refused where 50,000 are told already, counted without a walk', async () => {
    const counted = () => db.prepare('SELECT count FROM push_count').first();
    const asked = await wish();
    await post('/api/push', asked);
    await post('/api/push', asked);
    expect(await counted()).toEqual({ count: 1 });
    await db.prepare('UPDATE push_count SET count = 50000').run();
    expect((await post('/api/push', await wish('two'))).status).toBe(503);
    await db.prepare('UPDATE push_count SET count = 1').run();
    await post('/api/push/end', { endpoint: asked.endpoint });
    expect(await counted()).toEqual({ count: 0 });
  });

  it('is told so where notifications are switched off', async () => {
    expect((await ask('/api/push')).json).toEqual({ publicKey: null });
    expect((await post('/api/push', await wish(), READY)).status).toBe(404);
  });
});
