import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { type InDraw, PUSH_KINDS } from '../../../worker/telling/pushNews.ts';
import { createSendPush } from '../../../worker/telling/sendPush.ts';
import { COMPLETE } from '../completeSettings.ts';
import { type Browser, newBrowser, pushService } from '../pushService.ts';
import { endOf, MINE, PUSH_ON, QUIET, VAPID, VAPID_PRIVATE_KEY, WIN_3, WON, withShard } from '../pushShard.ts';

const HOUR = 3_600_000;
/** A wallet that holds less than the terms of the next draw ask for. */
const BELOW: InDraw = { below: '250000000000' };
const answering = (status: number, headers = {}) => new Response('', { status, headers });
const several = (count: number, of = 'one') =>
  Promise.all(Array.from({ length: count }, (_, index) => newBrowser(`${of}-${index}`)));
const unlessOf = (browser: Browser, response: Response) => (url: string) =>
  url === browser.endpoint ? response.clone() : null;

describe('browsers that asked for it', () => {
  it('are told of a win once it is paid, in a message that only they can read', async () => {
    const [winner, other] = [await newBrowser('winner'), await newBrowser('other')];
    await withShard([winner, other], endOf(3) + 20_000, async ({ start, subscribe, pushed, faults }) => {
      subscribe(winner);
      subscribe(other, { address: 'somebody' });
      await start()(QUIET);
      expect(pushed).toEqual([]);
      await start()(WON);
      await start()(WON);
      expect(faults).toEqual([]);
      expect(pushed).toHaveLength(1);
      expect(pushed[0]).toMatchObject({
        ...{ endpoint: winner.endpoint, topic: 'win-3', ttl: 24 * 3_600 - 20 },
        message: {
          ...{ web_push: 8030, id: 'win-3', lasts: 24 * HOUR - 20_000, stays: true },
          notification: { title: 'You won 1.2345 SOL', tag: 'win-3', navigate: 'https://draws.test/rounds/3' },
        },
      });
    });
  });

  it('hear of a win for a day and no longer, and of none before they asked', async () => {
    const [late, new3] = [await newBrowser('late'), await newBrowser('new')];
    await withShard([late, new3], endOf(3) + 1_000, async ({ start, subscribe, pushed, time, world }) => {
      subscribe(late);
      subscribe(new3, { since: 3 });
      world.refuse = () => answering(503);
      for (; time.at < endOf(3) + 24 * HOUR; time.at += HOUR) await start()(WON);
      world.refuse = () => null;
      await start()(WON);
      expect(pushed).toEqual([]);
    });
  });

  it('are told of a round that is paid late even if they were told of a later one already', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(6), async ({ start, subscribe, pushed }) => {
      subscribe(one);
      const win5 = { ...WIN_3, round: 5, endsAt: endOf(5) / 1_000 };
      await start()({ wins: [win5], isPaused: false });
      await start()({ wins: [WIN_3, win5], isPaused: false });
      expect(pushed.map(({ topic }) => topic)).toEqual(['win-5', 'win-3']);
    });
  });

  it('are told as soon as a push service that was down for most of a day is there again', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(3) + 1_000, async ({ start, subscribe, pushed, time, world }) => {
      subscribe(one);
      let asked = 0;
      world.refuse = () => {
        asked += 1;
        return answering(500);
      };
      for (; time.at < endOf(3) + 23 * HOUR; time.at += 10 * 60_000) await start()(WON);
      expect(asked).toBeGreaterThan(100);
      world.refuse = () => null;
      await start()(WON);
      expect(pushed.map(({ topic }) => topic)).toEqual(['win-3']);
    });
  });

  it('see one notification of a message whose sender is killed twenty times', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(3) + 1_000, async ({ start, subscribe, pushed, faults }) => {
      subscribe(one);
      const killed = (): never => {
        throw new Error('killed');
      };
      // The worker dies after the sending and before the note.
      for (let i = 0; i < 20; i++) await expect(start({ toldWin: killed })(WON)).rejects.toThrow('killed');
      await start()(WON);
      await start()(WON);
      expect(faults).toEqual([]);
      expect(pushed).toHaveLength(21);
      // Each repeat has the same tag and the same id, by which a browser replaces what it shows.
      expect(new Set(pushed.map(({ message }) => `${message.id} ${message.notification.tag}`))).toEqual(
        new Set(['win-3 win-3']),
      );
    });
  });

  it('are told five minutes before a draw, once, and only those who want it', async () => {
    const [soon, wins] = [await newBrowser('soon'), await newBrowser('wins')];
    await withShard([soon, wins], endOf(4) - 301_000, async ({ start, subscribe, pushed, time }) => {
      subscribe(soon, { kinds: PUSH_KINDS.soon });
      subscribe(wins, { kinds: PUSH_KINDS.win });
      await start()(QUIET);
      expect(pushed).toEqual([]);
      time.at = endOf(4) - 290_000;
      await start()({ ...QUIET, isPaused: true });
      expect(pushed).toEqual([]);
      await start()(QUIET);
      await start()(QUIET);
      expect(pushed).toHaveLength(1);
      expect(pushed[0]).toMatchObject({ endpoint: soon.endpoint, topic: 'soon', ttl: 290 });
      expect(pushed[0]?.message).toMatchObject({
        ...{ id: 'soon-4', lasts: 290_000 },
        notification: { title: 'Draw in 5 minutes', tag: 'soon' },
      });
      time.at = endOf(5) - 30_000;
      await start()(QUIET);
      expect(pushed).toHaveLength(1);
    });
  });

  it('are each told of a draw although their shard is killed in the middle of it, and its services fail for some', async () => {
    const browsers = await several(300);
    await withShard(browsers, endOf(4) - 290_000, async ({ start, subscribe, pushed, time, world, faults }) => {
      for (const one of browsers) subscribe(one, { kinds: PUSH_KINDS.soon });
      let asked = 0;
      // Every ninth message is refused once. The worker dies after the first 120 are sent and before they are noted.
      world.refuse = () => (++asked % 9 === 0 && asked < 400 ? answering(500) : null);
      const killed = (): never => {
        throw new Error('killed');
      };
      await expect(start({ soonUntil: killed })(QUIET)).rejects.toThrow('killed');
      for (; time.at < endOf(4) - 60_000; time.at += 61_000) await start()(QUIET);
      expect(faults).toEqual([]);
      expect(new Set(pushed.map(({ endpoint }) => endpoint)).size).toBe(300);
      // The browsers of the page that was not noted, under the same id.
      expect(pushed.length).toBeLessThanOrEqual(420);
      expect(new Set(pushed.map(({ message }) => message.id))).toEqual(new Set(['soon-4']));
    });
  });

  it('are told when their wallet falls below, once a round and while there is time', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(3) + 60_000, async ({ start, subscribe, pushed, time, where, faults }) => {
      subscribe(one, { kinds: PUSH_KINDS.below });
      const at = (minutesLeft: number, isIn: InDraw) => {
        time.at = endOf(4) - 60_000 - minutesLeft * 60_000;
        where.areIn = (address) => (address === MINE ? isIn : null);
        return start()(QUIET);
      };
      await at(58, BELOW);
      await at(50, true);
      await at(45, null);
      expect(pushed).toEqual([]);
      await at(30, BELOW);
      await at(29, BELOW);
      await at(20, true);
      await at(10, BELOW);
      expect(pushed).toHaveLength(1);
      expect(pushed[0]?.message).toMatchObject({
        ...{ id: 'below-4', lasts: 30 * 60_000 },
        notification: { title: 'You fell below 250,000 GOD: 30 minutes left', tag: 'below' },
      });
      expect(faults).toEqual([]);
    });
  });

  it('are told of the fall of another wallet in the same round, once they ask about that wallet', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(4) - 40 * 60_000, async ({ start, subscribe, pushed, time, where }) => {
      const tell = async (isIn: InDraw) => {
        time.at += 60_000;
        where.areIn = () => isIn;
        await start()(QUIET);
      };
      subscribe(one, { kinds: PUSH_KINDS.below });
      for (const isIn of [true, BELOW, true] as const) await tell(isIn);
      expect(pushed).toHaveLength(1);
      subscribe(one, { kinds: PUSH_KINDS.below, address: 'another' });
      for (const isIn of [true, BELOW, BELOW] as const) await tell(isIn);
      expect(pushed).toHaveLength(2);
    });
  });

  it('are not told of a fall while the list is locked, but are told before the next one is', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(4) - 120_000, async ({ start, subscribe, pushed, time, where }) => {
      subscribe(one, { kinds: PUSH_KINDS.below });
      where.areIn = () => true;
      time.at = endOf(4) - 30 * 60_000;
      await start()(QUIET);
      where.areIn = () => BELOW;
      time.at = endOf(4) - 90_000;
      await start()(QUIET);
      expect(pushed).toEqual([]);
      time.at = endOf(4) + 60_000;
      await start()(QUIET);
      expect(pushed.map(({ message }) => message.notification.title)).toEqual([
        'You fell below 250,000 GOD: 58 minutes left',
      ]);
    });
  });

  it.each([404, 410])('that are gone (%i) are forgotten', async (status) => {
    const one = await newBrowser('one');
    await withShard([one], endOf(3) + 1_000, async ({ start, subscribe, subscriptions, world }) => {
      subscribe(one);
      world.refuse = () => answering(status);
      await start()(WON);
      expect(subscriptions.count()).toBe(0);
    });
  });

  it('are tried again after the time that their push service names, and nobody else waits for them', async () => {
    const [slow, quick] = [await newBrowser('slow'), await newBrowser('quick')];
    await withShard(
      [slow, quick],
      endOf(3) + 1_000,
      async ({ start, subscribe, subscriptions, pushed, time, world }) => {
        for (const one of [slow, quick]) subscribe(one);
        world.refuse = unlessOf(slow, answering(429, { 'retry-after': '120' }));
        await start()(WON);
        expect(pushed.map(({ endpoint }) => endpoint)).toEqual([quick.endpoint]);
        world.refuse = () => null;
        time.at += 119_000;
        await start()(WON);
        expect(pushed).toHaveLength(1);
        time.at += 2_000;
        await start()(WON);
        expect(pushed.map(({ endpoint }) => endpoint)).toEqual([quick.endpoint, slow.endpoint]);
        expect(subscriptions.count()).toBe(2);
      },
    );
  });

  it('are tried once a minute at most when their push service names no wait', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(4) - 290_000, async ({ start, subscribe, time, world }) => {
      subscribe(one, { kinds: PUSH_KINDS.soon });
      let asked = 0;
      world.refuse = () => {
        asked += 1;
        time.at += 1_000;
        return answering(429, { 'retry-after': '0' });
      };
      await start()(QUIET);
      expect(asked).toBe(1);
    });
  });

  it('of a push service that is down are not tried one by one, and those of another service are told', async () => {
    const away = (await several(60, 'away')).map((one) => ({
      ...one,
      endpoint: one.endpoint.replace('fcm.googleapis.com', 'updates.push.services.mozilla.com'),
    }));
    const there = await several(60, 'there');
    await withShard([...away, ...there], endOf(4) - 290_000, async ({ start, subscribe, pushed, time, world }) => {
      for (const one of [...away, ...there]) subscribe(one, { kinds: PUSH_KINDS.soon });
      let asked = 0;
      world.refuse = (url) => {
        if (!url.includes('mozilla')) return null;
        asked += 1;
        throw new Error('nothing comes');
      };
      const tell = start();
      await tell(QUIET);
      expect(pushed).toHaveLength(60);
      expect(asked).toBeLessThan(20);
      world.refuse = () => null;
      time.at += 61_000;
      await tell(QUIET);
      expect(pushed).toHaveLength(120);
    });
  });

  it('are forgotten after 90 days without a visit', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(2) + 90 * 24 * HOUR + 1, async ({ start, subscribe, subscriptions }) => {
      subscribe(one);
      await start()(QUIET);
      expect(subscriptions.count()).toBe(0);
    });
  });
});

describe('a message', () => {
  it('that cannot be signed is sent later, and then with a signature', async () => {
    const one = await newBrowser('one');
    const { fetch, pushed, faults } = pushService([one], VAPID.publicKey);
    const vapid = { ...VAPID, privateKey: '' };
    const now = () => endOf(3);
    const send = createSendPush({ vapid, fetch, now });
    const message = { id: 'a', tag: 'a', title: 't', body: 'b', url: 'https://draws.test', expiresAt: endOf(4) };
    expect(await send(one, message)).toEqual({ later: endOf(3) + 60_000 });
    vapid.privateKey = VAPID.privateKey;
    expect(await send(one, message)).toBe('taken');
    expect([pushed.length, faults]).toEqual([1, []]);
  });
});

describe('a browser that subscribes', () => {
  it('gets a first message, and is kept once its push service took it', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(3), async ({ take, subscriptions, pushed }) => {
      expect(await take(one)).toBe('kept');
      expect(await take(one, { kinds: PUSH_KINDS.win })).toBe('kept');
      expect(pushed.map(({ message }) => message.notification.title)).toEqual(['Notifications are on']);
      expect(subscriptions.count()).toBe(1);
    });
  });

  it.each([
    ['nobody is there', 404],
    ['nobody is there any more', 410],
    ['it belongs to another site', 403],
  ])('is refused where its push service says that %s', async (_, status) => {
    const forged = await newBrowser('forged');
    await withShard([], endOf(3), async ({ take, subscriptions, world }) => {
      world.refuse = () => answering(status);
      expect(await take(forged)).toBe('unknown');
      expect(subscriptions.count()).toBe(0);
    });
  });

  it('is asked to come again when its push service is busy or silent, because otherwise an invented one would be kept for 90 days', async () => {
    const one = await newBrowser('one');
    const silent = () => {
      throw new Error('no such host');
    };
    await withShard([one], endOf(3), async ({ take, subscriptions, world }) => {
      for (const refuse of [() => answering(429), () => answering(530), silent]) {
        world.refuse = refuse;
        expect(await take(one)).toBe('silent');
        expect(subscriptions.count()).toBe(0);
      }
      world.refuse = () => null;
      expect(await take(one)).toBe('kept');
    });
  });

  it('whose keys are forged is refused, and nothing is sent', async () => {
    const one = await newBrowser('one');
    await withShard([one], endOf(3), async ({ take, pushed, faults }) => {
      expect(await take({ ...one, p256dh: one.p256dh.replace(/^../, 'AA') })).toBe('unknown');
      expect([pushed, faults]).toEqual([[], []]);
    });
  });

  it('cannot be changed to another wallet by somebody who stole its endpoint', async () => {
    const [one, thief] = [await newBrowser('one'), await newBrowser('thief')];
    await withShard([one], endOf(3) + 1_000, async ({ take, subscribe, start, pushed }) => {
      subscribe(one);
      expect(await take({ ...thief, endpoint: one.endpoint }, { address: 'somebody' })).toBe('stolen');
      await start()(WON);
      expect(pushed.map(({ topic }) => topic)).toEqual(['win-3']);
    });
  });

  it('is refused where a shard is full', async () => {
    const [one, more] = [await newBrowser('one'), await newBrowser('more')];
    await withShard([one, more], endOf(3), async ({ take, subscribe }) => {
      for (let i = 0; i < 3_399; i++) subscribe({ ...one, endpoint: `${one.endpoint}-${i}` });
      expect(await take(one)).toBe('kept');
      expect(await take(more)).toBe('full');
      expect(await take(one)).toBe('kept');
    });
  });
});

describe('the settings of notifications', () => {
  const problemsOf = (given: Readonly<Record<string, string>>) => {
    const result = parseSettings({ ...COMPLETE, ...PUSH_ON, ...given });
    return result.ok ? [] : result.problems;
  };
  it('are a private key, whose public one is computed, and an address', () => {
    expect(problemsOf({})).toEqual([]);
    expect(VAPID.publicKey).toMatch(/^[\w-]{87}$/);
    expect(problemsOf({ VAPID_SUBJECT: '' })[0]).toMatch(/must be set together/);
    expect(problemsOf({ SITE_URL: '' })[0]).toMatch(/^SITE_URL must be set/);
    for (const key of ['canary', 'A'.repeat(43), `${VAPID_PRIVATE_KEY}=`])
      expect(problemsOf({ VAPID_PRIVATE_KEY: key })).toEqual([
        'VAPID_PRIVATE_KEY must be a private key of the curve P-256: 32 bytes as base64url',
      ]);
    expect(problemsOf({ VAPID_SUBJECT: 'canary' })[0]).toMatch(/^VAPID_SUBJECT must/);
  });
});
