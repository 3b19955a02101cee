import { beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { createPushBook, keepSubscription, type PushBook } from '../../../worker/store/pushSubscriptions.ts';
import { createRoundStore } from '../../../worker/store/rounds.ts';
import { createSendPush } from '../../../worker/telling/sendPush.ts';
import { createTellBrowsers } from '../../../worker/telling/tellBrowsers.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { type Browser, newBrowser, pushService } from '../pushService.ts';

const HOUR = 3_600_000;
const CLOCK = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };
const endOf = (round: number) => (CLOCK.genesisTime + round * 3_600) * 1_000;
/** A key of nobody. */
const VAPID_PRIVATE_KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
const GIVEN = { SITE_URL: 'https://draws.test', VAPID_PRIVATE_KEY, VAPID_SUBJECT: 'mailto:ops@draws.test' };
const parsed = parseSettings({ ...COMPLETE, ...GIVEN });
const vapid = parsed.ok ? parsed.settings.vapid : null;
if (vapid === null) throw new Error('the settings are complete');
const [FIRST] = WINNERS_1000;
if (FIRST === undefined) throw new Error('a round has winners');

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});

/** Round 3, paid. */
async function payRound3(): Promise<void> {
  const rounds = createRoundStore(db, () => endOf(3));
  await rounds.insertLock(lockOf(3, DOCUMENTS, endOf(3) / 1000), DOCUMENTS, 'lock-3');
  await rounds.commit(3, { ...COMMITMENT, final: true });
  await rounds.draw(3, BEACON_1000, WINNERS_1000);
  await rounds.pay(3, 'payout-3', 311_222_500);
}

const subscribe = (browser: Browser, given: { address?: string; kinds?: number; since?: number } = {}) =>
  keepSubscription(db, { ...browser, address: FIRST.address, kinds: 5, since: 2, ...given }, endOf(2));

/** A worker, and the push service of its browsers. Each call of `start` is a worker that has just begun. */
function world(browsers: readonly Browser[], at: number) {
  const service = pushService(browsers, vapid?.publicKey ?? '');
  const time = { at };
  const start = (isPaused = false, altered: Partial<PushBook> = {}) => {
    const now = () => time.at;
    return createTellBrowsers({
      book: { ...createPushBook(db), ...altered },
      send: createSendPush({ vapid: vapid as NonNullable<typeof vapid>, fetch: service.fetch, now }),
      isPaused: async () => isPaused,
      ...{ clock: CLOCK, siteUrl: 'https://draws.test', now },
    });
  };
  return { ...service, time, start };
}
const count = async () => (await db.prepare('SELECT count(*) AS n FROM push_subscriptions').first<{ n: number }>())?.n;

describe('browsers that asked for it', () => {
  it('are told of a win once it is paid, in a message that only they can read', async () => {
    const [winner, other] = [await newBrowser('winner'), await newBrowser('other')];
    await subscribe(winner);
    await subscribe(other, { address: 'somebody' });
    const { pushed, faults, start } = world([winner, other], endOf(3) + 20_000);
    await start()();
    expect(pushed).toEqual([]);
    await payRound3();
    await start()();
    await start()();
    expect(faults).toEqual([]);
    expect(pushed).toHaveLength(1);
    expect(pushed[0]).toMatchObject({
      ...{ endpoint: winner.endpoint, topic: 'win-3' },
      message: {
        ...{ web_push: 8030, expiresAt: endOf(3) + 24 * HOUR },
        notification: { tag: 'win-3', navigate: 'https://draws.test/rounds/3' },
      },
    });
    expect(pushed[0]?.message.notification.title).toMatch(/^You won [\d.]+ SOL$/);
    expect(pushed[0]?.ttl).toBe(24 * 3_600 - 20);
  });

  it('hear of a win for a day and no longer, and of none before they asked', async () => {
    const [late, new3] = [await newBrowser('late'), await newBrowser('new')];
    await subscribe(late);
    await subscribe(new3, { since: 3 });
    await payRound3();
    const { pushed, start, time, world: service } = world([late, new3], endOf(3) + 1_000);
    service.refuse = () => new Response('', { status: 503 });
    for (; time.at < endOf(3) + 24 * HOUR; time.at += HOUR) await start()();
    service.refuse = () => null;
    await start()();
    expect(pushed).toEqual([]);
  });

  it('are told as soon as a push service that was down for most of a day is there again', async () => {
    const one = await newBrowser('one');
    await subscribe(one);
    await payRound3();
    const { pushed, start, time, world: service } = world([one], endOf(3) + 1_000);
    let asked = 0;
    service.refuse = () => {
      asked += 1;
      return new Response('', { status: 500 });
    };
    for (; time.at < endOf(3) + 23 * HOUR; time.at += 10 * 60_000) await start()();
    expect(asked).toBeGreaterThan(100);
    service.refuse = () => null;
    await start()();
    expect(pushed.map(({ topic }) => topic)).toEqual(['win-3']);
  });

  it('see one notification of a message whose sender is killed twenty times', async () => {
    const one = await newBrowser('one');
    await subscribe(one);
    await payRound3();
    const { pushed, faults, start } = world([one], endOf(3) + 1_000);
    for (let i = 0; i < 20; i++) {
      // Dies behind the sending and before the note.
      const tell = start(false, { told: () => Promise.reject(new Error('killed')) });
      await expect(tell()).rejects.toThrow('killed');
    }
    await start()();
    await start()();
    expect(faults).toEqual([]);
    expect(pushed).toHaveLength(21);
    // Each repeat has the same tag, by which a browser replaces what it shows.
    expect(new Set(pushed.map(({ message }) => message.notification.tag))).toEqual(new Set(['win-3']));
    expect(new Set(pushed.map(({ topic }) => topic))).toEqual(new Set(['win-3']));
  });

  it('are told five minutes before a draw, once, and only those who want it', async () => {
    const [soon, wins] = [await newBrowser('soon'), await newBrowser('wins')];
    await subscribe(soon, { kinds: 4 });
    await subscribe(wins, { kinds: 1 });
    const { pushed, start, time } = world([soon, wins], endOf(4) - 301_000);
    await start()();
    expect(pushed).toEqual([]);
    time.at = endOf(4) - 290_000;
    await start(true)();
    expect(pushed).toEqual([]);
    await start()();
    await start()();
    expect(pushed).toHaveLength(1);
    expect(pushed[0]).toMatchObject({ endpoint: soon.endpoint, topic: 'soon', ttl: 290 });
    expect(pushed[0]?.message).toMatchObject({ expiresAt: endOf(4), notification: { title: 'Draw in 5 minutes' } });
    time.at = endOf(5) - 30_000;
    await start()();
    expect(pushed).toHaveLength(1);
  });

  it.each([404, 410])('that are gone (%i) are forgotten', async (status) => {
    const one = await newBrowser('one');
    await subscribe(one);
    await payRound3();
    const { start, world: service } = world([one], endOf(3) + 1_000);
    service.refuse = () => new Response('', { status });
    await start()();
    expect(await count()).toBe(0);
  });

  it('whose keys are forged are forgotten, and nothing is sent', async () => {
    const one = await newBrowser('one');
    await subscribe({ ...one, p256dh: one.p256dh.replace(/^../, 'AA') });
    await payRound3();
    const { start, pushed, faults } = world([one], endOf(3) + 1_000);
    await start()();
    expect([await count(), pushed, faults]).toEqual([0, [], []]);
  });

  it('are asked again after as long as their push service wishes, and nobody else waits for them', async () => {
    const [slow, quick] = [await newBrowser('slow'), await newBrowser('quick')];
    await subscribe(slow);
    await subscribe(quick);
    await payRound3();
    const { pushed, start, time, world: service } = world([slow, quick], endOf(3) + 1_000);
    service.refuse = (url) =>
      url === slow.endpoint ? new Response('', { status: 429, headers: { 'retry-after': '120' } }) : null;
    await start()();
    expect(pushed.map(({ endpoint }) => endpoint)).toEqual([quick.endpoint]);
    service.refuse = () => null;
    time.at += 119_000;
    await start()();
    expect(pushed).toHaveLength(1);
    time.at += 2_000;
    await start()();
    expect(pushed.map(({ endpoint }) => endpoint)).toEqual([quick.endpoint, slow.endpoint]);
    expect(await count()).toBe(2);
  });

  it('are forgotten after 90 days without a visit', async () => {
    await subscribe(await newBrowser('one'));
    const { start } = world([], endOf(2) + 90 * 24 * HOUR + 1);
    await start()();
    expect(await count()).toBe(0);
  });
});

describe('the settings of notifications', () => {
  const problemsOf = (given: Readonly<Record<string, string>>) => {
    const result = parseSettings({ ...COMPLETE, ...GIVEN, ...given });
    return result.ok ? [] : result.problems;
  };
  it('are a private key, whose public one is computed, and an address', () => {
    expect(problemsOf({})).toEqual([]);
    expect(vapid?.publicKey).toMatch(/^[\w-]{87}$/);
    expect(problemsOf({ VAPID_SUBJECT: '' })[0]).toMatch(/must be set together/);
    expect(problemsOf({ SITE_URL: '' })[0]).toMatch(/^SITE_URL must be set/);
    for (const key of ['canary', 'A'.repeat(43), `${VAPID_PRIVATE_KEY}=`])
      expect(problemsOf({ VAPID_PRIVATE_KEY: key })).toEqual([
        'VAPID_PRIVATE_KEY must be a private key of the curve P-256: 32 bytes as base64url',
      ]);
    expect(problemsOf({ VAPID_SUBJECT: 'canary' })[0]).toMatch(/^VAPID_SUBJECT must/);
  });
});
