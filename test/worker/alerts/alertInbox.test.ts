import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AT, fakeTarget, withDesk } from '../alertInbox.ts';

const HELD = { key: 'held:12', message: 'Round 12 is held (overdue).', raisedAt: AT };
const LIED = { key: 'tax-price:1', message: 'A price has moved.', raisedAt: AT };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('an alert', () => {
  it('is told once, whether it comes from an object, from the database, or from both', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, stored }) => {
      inbox.raise(HELD);
      stored.push(HELD, { ...LIED, raisedAt: AT + 1 });
      await inbox.look();
      await inbox.look();
      await delivery.deliver();
      await delivery.deliver();
      expect(posts.map(({ alerts }) => alerts)).toEqual([[`tax-price:1#raised-${AT + 1}`, `held:12#raised-${AT}`]]);
    });
  });

  it('is told although the database is lost, and is stored once that is back', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, state, written }) => {
      state.isLost = true;
      inbox.raise(HELD);
      await expect(inbox.look()).rejects.toThrow('D1 is lost');
      await delivery.deliver();
      expect(posts).toHaveLength(1);
      state.isLost = false;
      await inbox.look();
      expect(written).toEqual([{ raised: [HELD], delivered: [], over: [] }]);
      // At the next look the database has it, and it is marked as delivered.
      await inbox.look();
      expect(written[1]).toEqual({ raised: [], delivered: ['held:12'], over: [] });
    });
  });

  it('that lasts is sent again after an hour and then once a day; a momentary one is never sent again', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, clock, stored }) => {
      stored.push(HELD, LIED);
      for (const at of [0, HOUR - 1, HOUR, 2 * HOUR, HOUR + DAY - 1, HOUR + DAY]) {
        clock.now = AT + at;
        await inbox.look();
        await delivery.deliver();
      }
      expect(posts.map(({ alerts }) => alerts.length)).toEqual([2, 1, 1]);
      expect(posts[1]?.alerts).toEqual([`held:12#reminder-${AT}-1`]);
      expect(posts[2]?.text).toContain('STILL: Round 12 is held');
    });
  });

  it('says when it is over, once, and is no longer told again', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, clock, stored, settled, written }) => {
      stored.push(HELD);
      await inbox.look();
      settled.add('held:12');
      clock.now += HOUR / 2;
      await inbox.look();
      clock.now += DAY;
      await inbox.look();
      await delivery.deliver();
      expect(posts[0]?.alerts).toEqual([`held:12#over-${AT}`, `held:12#raised-${AT}`]);
      expect(posts).toHaveLength(1);
      expect(written.flatMap(({ over }) => over)).toEqual(['held:12']);
    });
  });

  it('that began again is not ended by a late answer to a look that was given up', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, book, clock, settled }) => {
      const late = Promise.withResolvers<readonly string[]>();
      vi.spyOn(book, 'settled').mockReturnValueOnce(late.promise);
      const again = { ...HELD, raisedAt: AT + HOUR };
      inbox.raise(HELD);
      const over = new AbortController();
      const first = inbox.look(over.signal);
      await vi.waitFor(() => expect(book.settled).toHaveBeenCalledOnce());
      over.abort(new Error('no end'));
      settled.add('held:12');
      await inbox.look();
      settled.clear();
      clock.now = AT + HOUR;
      inbox.raise(again);
      late.resolve(['held:12']);
      await first.catch(() => undefined);
      await delivery.deliver();
      expect(posts.flatMap(({ alerts }) => alerts).toSorted()).toEqual(
        [`held:12#over-${AT}`, `held:12#raised-${AT}`, `held:12#raised-${AT + HOUR}`].toSorted(),
      );
    });
  });

  it('that is only in the database is told also after the clock was days ahead', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, clock, stored }) => {
      clock.now = AT + 3 * DAY;
      await inbox.look();
      clock.now = AT + HOUR;
      stored.push({ ...HELD, raisedAt: AT + HOUR });
      await inbox.look();
      await delivery.deliver();
      expect(posts.map(({ alerts }) => alerts)).toEqual([[`held:12#raised-${AT + HOUR}`]]);
    });
  });

  it('from before the first target was set is not sent to it', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([], async ({ inbox, clock, stored, start }) => {
      stored.push(HELD, LIED);
      await inbox.look();
      clock.now = AT + 60 * DAY;
      await inbox.look();
      const { inbox: later, delivery } = start([target]);
      await later.look();
      await delivery.deliver();
      expect(posts.flatMap(({ alerts }) => alerts).filter((id) => id.includes('#raised'))).toEqual([]);
    });
  });

  it('may begin again once it was over', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, clock }) => {
      inbox.raise(HELD);
      inbox.end(HELD.key);
      clock.now += 10;
      inbox.raise({ ...HELD, raisedAt: AT });
      inbox.raise({ ...HELD, raisedAt: AT + 10 });
      await delivery.deliver();
      expect(posts[0]?.alerts.map((id) => id.split('#')[1])).toEqual([
        `raised-${AT + 10}`,
        `over-${AT}`,
        `raised-${AT}`,
      ]);
    });
  });
});

describe('targets that are down for a day', () => {
  it('lose nothing, and a repeated message has the same id, for each target by itself', async () => {
    const [down, up] = [fakeTarget('webhook'), fakeTarget('discord')];
    await withDesk([down.target, up.target], async ({ inbox, clock, start }) => {
      down.state.outcome = 'failed';
      // Each minute a new instance, as after a restart: nothing is in memory alone.
      for (let minute = 0; minute < 24 * 60; minute += 10) {
        clock.now = AT + minute * 60_000;
        inbox.raise({ ...LIED, key: `tax-price:${minute}`, raisedAt: clock.now });
        await start().delivery.deliver();
      }
      expect(up.posts.flatMap(({ alerts }) => alerts)).toHaveLength(144);
      // Each try sent the same post.
      expect(new Set(down.posts.map(({ id }) => id)).size).toBe(1);
      expect(new Set(down.posts.map(({ text }) => text)).size).toBe(1);
      const tries = down.posts.length;
      down.state.outcome = 'taken';
      clock.now += HOUR;
      await start().delivery.deliver();
      const taken = down.posts.slice(tries).flatMap(({ alerts }) => alerts);
      expect([...taken].sort()).toEqual(up.posts.flatMap(({ alerts }) => alerts).sort());
      expect(new Set(taken).size).toBe(144);
    });
  });

  it('are tried less and less often, at least every five minutes', async () => {
    const { target, posts, state } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, clock }) => {
      state.outcome = 'failed';
      inbox.raise(HELD);
      const waits: number[] = [];
      for (let tries = 0; tries < 8; tries++) {
        await delivery.deliver();
        waits.push(((delivery.nextAt() ?? 0) - clock.now) / 1000);
        clock.now = delivery.nextAt() ?? 0;
      }
      expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
      expect(posts).toHaveLength(8);
      expect(delivery.states()).toEqual([{ name: 'webhook', failingSince: AT, waiting: 1 }]);
    });
  });

  it('are tried again at once when a clock that was a day ahead is right again', async () => {
    const { target, posts, state } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, clock }) => {
      clock.now = AT + 86_400_000;
      state.outcome = 'failed';
      inbox.raise(HELD);
      await delivery.deliver();
      state.outcome = 'taken';
      clock.now = AT;
      // The alarm that tries it again comes by this.
      expect(delivery.nextAt()).toBe(AT);
      await delivery.deliver();
      expect(posts).toHaveLength(2);
      expect(delivery.states()).toMatchObject([{ waiting: 0 }]);
    });
  });

  it('that refuse a text get a short one, so that later alerts are not held up', async () => {
    const { target, posts, state } = fakeTarget('discord');
    await withDesk([target], async ({ inbox, delivery, clock }) => {
      inbox.raise(HELD);
      // Once refused, the full text is not sent again, also when the short one is lost on its way.
      for (const outcome of ['refused', 'failed', 'taken'] as const) {
        state.outcome = outcome;
        await delivery.deliver();
        clock.now += 20_000;
      }
      inbox.raise(LIED);
      await delivery.deliver();
      expect(posts.map(({ text }) => text.includes('Round 12'))).toEqual([true, false, false, false]);
      expect(posts[2]?.text).toContain('1 alert. The console at /admin lists them.');
      expect(posts[3]?.text).toContain('A price has moved.');
    });
  });

  it('that are added later are told only what comes after that', async () => {
    const { target, posts } = fakeTarget('telegram');
    await withDesk([], async ({ inbox, start }) => {
      inbox.raise(HELD);
      const later = start([target]);
      later.inbox.raise(LIED);
      await later.delivery.deliver();
      expect(posts.map(({ alerts }) => alerts)).toEqual([[`tax-price:1#raised-${AT}`]]);
    });
  });
});

describe('many alerts at once', () => {
  it('are one post: the most severe kind first, the newest of each first, the others counted', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery }) => {
      for (let round = 1; round <= 50; round++) {
        const raisedAt = AT + round;
        inbox.raise({ key: `shadow:${round}`, message: `Rehearsal of round ${round}.`, raisedAt });
        inbox.raise({ key: `held:${round}`, message: `Round ${round} is held (payout-rejected).`, raisedAt });
      }
      await delivery.deliver();
      expect(posts).toHaveLength(1);
      expect(posts[0]?.text).toBe(
        [
          'Game of Draws, staging: CRITICAL: Round 50 is held (payout-rejected).',
          'CRITICAL: Round 49 is held (payout-rejected).',
          'CRITICAL: Round 48 is held (payout-rejected).',
          'and 47 more of this kind.',
          'What to do: https://runbook.test/r#held-payout-rejected',
          '',
          'WARNING: Rehearsal of round 50.',
          'WARNING: Rehearsal of round 49.',
          'WARNING: Rehearsal of round 48.',
          'and 47 more of this kind.',
          'What to do: https://runbook.test/r#shadow',
          '(staging:1-100)',
        ].join('\n'),
      );
      expect(posts[0]?.alerts).toHaveLength(100);
    });
  });

  it('ten thousand do not delay a severe one: the first post names it, and a few posts report them all', async () => {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery }) => {
      for (let round = 1; round < 10_000; round++)
        inbox.raise({ key: `shadow:${round}`, message: 'A rehearsal.', raisedAt: AT });
      inbox.raise({ key: 'held:7', message: 'Round 7 is held (overdue).', raisedAt: AT });
      await delivery.deliver();
      expect(delivery.states()).toMatchObject([{ waiting: 0 }]);
    });
    const [first] = posts;
    expect(first?.text).toContain('CRITICAL: Round 7 is held (overdue).');
    expect(first?.text).toContain('and 9996 more of this kind.');
    expect(first?.alerts).toContain(`held:7#raised-${AT}`);
    expect(first?.alerts).toHaveLength(200);
    expect(posts).toHaveLength(1);
  });
});
