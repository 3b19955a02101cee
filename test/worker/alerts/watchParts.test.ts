import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Health } from '../../../src/contract/health.ts';
import { createWatch, type WatchInput } from '../../../worker/alerts/createWatch.ts';
import { MOST_BYTES, plainPart } from '../../../worker/answers/health/healthParts.ts';
import type { Seen } from '../../../worker/answers/health/pulses.ts';
import type { EndedRound, UnpaidRound } from '../../../worker/store/views/rounds/vitals.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { AT, fakeTarget, withDesk } from '../alertInbox.ts';

const WELL: Health = { status: 'ok', version: '1', parts: [plainPart('rounds', 'ok', 'advancing')] };
const DOWN: Health = { ...WELL, status: 'down', parts: [plainPart('rounds', 'down', 'never since then')] };
const VITALS = {
  ...{ bytes: 1, held: [], pausedSince: null, recentAlerts: 0 },
  ...{ ended: [] as EndedRound[], unpaid: [] as UnpaidRound[] },
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** The look of each minute, on a real object's storage. It finds what `state` says. */
async function watched(test: (parts: Awaited<ReturnType<typeof made>>) => Promise<void>): Promise<void> {
  const { target, posts } = fakeTarget('webhook');
  await withDesk([target], async (inbox) => test(await made(inbox, posts)));
}

type AlertInbox = Parameters<Parameters<typeof withDesk>[1]>[0];

async function made(
  { inbox, delivery, clock, state: book }: AlertInbox,
  posts: ReturnType<typeof fakeTarget>['posts'],
) {
  const state = {
    ...VITALS,
    health: WELL,
    lamports: 9n,
    isDatabaseLost: false,
    beats: [] as string[],
    walletReads: 0,
    silentNodes: [] as string[],
    nodes: 'a hash',
    seen: null as Seen | null,
  };
  const input = (): WatchInput => ({
    ...{ inbox, delivery, now: () => clock.now },
    known: state.seen,
    keep: async (seen) => {
      state.seen = seen;
    },
    nodes: state.nodes,
    findSilentNodes: async () => state.silentNodes,
    readVitals: async () => {
      if (state.isDatabaseLost) throw new Error('D1 is lost');
      return { ...VITALS, bytes: state.bytes, ended: state.ended, unpaid: state.unpaid };
    },
    readWallets: async () => {
      state.walletReads += 1;
      return [{ name: 'Tax wallet', lamports: state.lamports, least: 5n }];
    },
    readHealth: async () => state.health,
    unpaidRounds: 2,
    heartbeatUrl: 'https://beat.test/canary',
    fetch: async (url) => {
      state.beats.push(String(url));
      return new Response('ok');
    },
  });
  /** One look of a new instance: Cloudflare removes an object from memory that nobody calls for ten seconds. */
  const look = () => createWatch(input()).tick();
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      await look();
      clock.now += 60_000;
    }
  };
  const told = () =>
    posts.flatMap(({ alerts }) => alerts).map((id) => id.replace(/:\d{10}/, '').replace(/-\d{13}$/, ''));
  return { state, book, input, minutes, told, posts };
}

describe('a database that never answers', () => {
  it('does not prevent alerts, also about itself, minute by minute', async () => {
    const hangs = () => new Promise<never>(() => undefined);
    await watched(async ({ input, state, told }) => {
      state.health = DOWN;
      const watch = createWatch({ ...input(), readVitals: hangs, inbox: { ...input().inbox, look: hangs } });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        for (let minute = 0; minute < 2; minute++) {
          const look = watch.tick();
          await vi.advanceTimersByTimeAsync(40_000);
          await look;
        }
      } finally {
        vi.useRealTimers();
      }
      expect(told()).toEqual(['part-down:rounds#raised']);
    });
  });
});

describe('an answer that comes after its look was given up', () => {
  it('ends no alert that a newer look has raised', async () => {
    await watched(async ({ input, told }) => {
      const late = Promise.withResolvers<Health>();
      let looks = 0;
      const readHealth = async () => (++looks === 1 ? late.promise : DOWN);
      const watch = createWatch({ ...input(), readHealth });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const first = watch.tick();
        await vi.advanceTimersByTimeAsync(20_000);
        await first;
      } finally {
        vi.useRealTimers();
      }
      await watch.tick();
      await watch.tick();
      late.resolve(WELL);
      await watch.tick();
      expect(told()).toEqual(['part-down:rounds#raised']);
    });
  });
});

describe('rounds that pay nobody', () => {
  const ended = (...reasons: (string | null)[]): EndedRound[] =>
    reasons.map((reason, index) => ({ round: 100 - index, isPaid: reason === null, reason }));

  it('raise an alert after two of them, whatever the reason, once, which lasts until one is paid', async () => {
    await watched(async ({ state, minutes, told, posts }) => {
      state.ended = ended('daily-cap', null);
      await minutes(2);
      expect(told()).toEqual([]);
      state.ended = ended('daily-cap', 'daily-cap', null);
      await minutes(30);
      expect(told()).toEqual(['no-payment#raised']);
      expect(posts[0]?.text).toContain(
        'CRITICAL: The last 2 rounds ended and paid nobody: round 100 (daily-cap), round 99 (daily-cap).',
      );
      state.ended = ended(null, 'daily-cap');
      await minutes(1);
      expect(told()).toEqual(['no-payment#raised', 'no-payment#over']);
    });
  });

  it('raise an alert after the first one that was not played', async () => {
    await watched(async ({ state, minutes, told }) => {
      state.ended = ended('nodes-silent', null);
      await minutes(3);
      expect(told()).toEqual(['missed#raised']);
      state.ended = ended(null, 'nodes-silent');
      await minutes(1);
      expect(told()).toEqual(['missed#raised', 'missed#over']);
    });
  });

  it('raise an alert after five minutes when their winners are announced', async () => {
    await watched(async ({ state, minutes, told }) => {
      state.unpaid = [{ round: 7, endsAt: AT / 1000 - 299 }];
      await minutes(1);
      expect(told()).toEqual([]);
      await minutes(1);
      expect(told()).toEqual(['unpaid#raised']);
      state.unpaid = [];
      await minutes(1);
      expect(told()).toEqual(['unpaid#raised', 'unpaid#over']);
    });
  });
});

describe('the minute’s look', () => {
  it('tells of a part that is down at two looks, once, and when it is well again', async () => {
    await watched(async ({ state, minutes, told, posts }) => {
      state.health = DOWN;
      await minutes(1);
      expect(told()).toEqual([]);
      await minutes(5);
      expect(told()).toEqual(['part-down:rounds#raised']);
      expect(posts[0]?.text).toContain('CRITICAL: The part "rounds" is down: never since then.');
      state.health = WELL;
      await minutes(3);
      expect(told()).toEqual(['part-down:rounds#raised', 'part-down:rounds#over']);
    });
  });

  it('tells of a part that is down whenever it can be looked at, though its object is silent in between', async () => {
    await watched(async ({ state, minutes, told }) => {
      const silent: Health = { ...DOWN, parts: [plainPart('lock', 'down', 'silent')] };
      const answering: Health = { ...DOWN, parts: [plainPart('lock', 'ok', 'answers'), ...DOWN.parts] };
      for (const health of [answering, silent, answering]) {
        state.health = health;
        await minutes(1);
      }
      expect(told()).toEqual(['part-down:rounds#raised']);
    });
  });

  it('does so while the database is lost, because the alerts do not depend on it', async () => {
    await watched(async ({ state, book, minutes, told, input }) => {
      await minutes(1);
      expect(state.seen?.databaseAt).toBe(AT);
      [state.isDatabaseLost, book.isLost, state.health] = [true, true, DOWN];
      await minutes(3);
      expect(told()).toEqual(['part-down:rounds#raised']);
      expect(createWatch(input()).pulse()).toMatchObject({ startedAt: AT, databaseAt: AT });
    });
  });

  it('tells of a database that is 70% full, and when it no longer is', async () => {
    await watched(async ({ state, minutes, told, posts }) => {
      state.bytes = MOST_BYTES * 0.7 - 1;
      await minutes(1);
      expect(told()).toEqual([]);
      state.bytes = MOST_BYTES * 0.7;
      await minutes(2);
      expect(posts[0]?.text).toContain('The database is 70% full: 7.00 of 10 GB.');
      state.bytes = 1;
      await minutes(1);
      expect(told()).toEqual(['database-size#raised', 'database-size#over']);
    });
  });

  it('tells of a wallet that runs dry; balances are read every five minutes', async () => {
    await watched(async ({ state, minutes, told, posts }) => {
      state.lamports = 4n;
      await minutes(4);
      expect(state.walletReads).toBe(1);
      expect(posts[0]?.text).toContain('Tax wallet holds 0.000000004 SOL, and should hold 0.000000005. Send it some.');
      state.lamports = 5n;
      await minutes(2);
      expect([state.walletReads, told()]).toEqual([2, ['wallet-low:tax-wallet#raised', 'wallet-low:tax-wallet#over']]);
    });
  });

  it('tells of a node that is silent at two looks one after the other, and again only after it was over', async () => {
    await watched(async ({ state, minutes, told, posts }) => {
      state.silentNodes = ['node 2'];
      await minutes(1);
      state.silentNodes = ['node 1'];
      await minutes(1);
      expect(told()).toEqual([]);
      await minutes(30);
      expect(told()).toEqual(['node-silent:node 1#raised']);
      expect(posts[0]?.text).toContain('RPC node 1 has given no usable answer for a minute.');
      state.silentNodes = [];
      await minutes(61);
      expect(told()).toEqual(['node-silent:node 1#raised', 'node-silent:node 1#over']);
    });
  });

  it('begins anew with other nodes, or with the same in another order: a label then stands for another node', async () => {
    await watched(async ({ state, minutes, told }) => {
      state.silentNodes = ['node 2'];
      await minutes(1);
      state.nodes = 'another hash';
      await minutes(1);
      expect(told()).toEqual([]);
      await minutes(1);
      expect(told()).toEqual(['node-silent:node 2#raised']);
    });
  });

  it('calls the outside monitor each minute, and not while a part that the rounds need is down', async () => {
    await watched(async ({ state, minutes }) => {
      await minutes(2);
      expect(state.beats).toEqual(['https://beat.test/canary', 'https://beat.test/canary']);
      state.health = DOWN;
      await minutes(2);
      expect(state.beats).toHaveLength(2);
    });
  });

  it('goes on when the monitor cannot be reached, and calls nobody without one', async () => {
    await watched(async ({ input, minutes, state, told }) => {
      const failing = createWatch({ ...input(), fetch: () => Promise.reject(new TypeError('network')) });
      await expect(failing.tick()).resolves.toBeUndefined();
      await createWatch({ ...input(), heartbeatUrl: null, fetch: neverCalled('fetch') }).tick();
      state.health = DOWN;
      await minutes(2);
      expect(told()).toEqual(['part-down:rounds#raised']);
    });
  });
});
