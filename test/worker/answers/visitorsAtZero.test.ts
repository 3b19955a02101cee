import { beforeEach, describe, expect, it, vi } from 'vitest';
import { health } from '../../../src/contract/health.ts';
import { triggerResult } from '../../../src/contract/trigger.ts';
import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { NO_PULSE, type Pulse } from '../../../worker/answers/health/pulses.ts';
import type { PublicState } from '../../../worker/cache/publicState.ts';
import { createThrottle } from '../../../worker/http/createThrottle.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { freshWorker } from '../freshWorker.ts';

const VISITORS = 200;
const HOUR = 3_600;
/** A clock at which one round ended a few seconds ago, with quicknet's beacon, and another an hour before that. */
const GENESIS = QUICKNET.genesisTime + 3 * Math.floor((Date.now() / 1_000 - 1 - QUICKNET.genesisTime) / 3) - 2 * HOUR;
const SETTINGS = { ...COMPLETE, GENESIS_TIME: String(GENESIS), ROUND_SECONDS: String(HOUR) };

/** The rounds' object of round 2, whose winner is drawn when a test says so. */
function drawing() {
  const calls: { readonly name: string; readonly at: number }[] = [];
  const drawn = Promise.withResolvers<void>();
  let isDrawn = false;
  void drawn.promise.then(() => {
    isDrawn = true;
  });
  const winner = { round: 2, place: 1, address: wallet(5), lamports: '7', endsAt: GENESIS + 2 * HOUR } as const;
  const state = (): PublicState => ({
    ...{ builtAt: isDrawn ? 2 : 1, lockedRound: null, paused: false, totalWinners: 0, distributedLamports: '0' },
    lastRound: {
      ...{ round: 2, state: isDrawn ? 'drawn' : 'committed', reason: null },
      ...{ paidAt: null, seal: null, witnesses: null },
      winners: isDrawn ? [{ ...winner, signature: null, status: 'drawn' }] : [],
    },
    ...{ recentWinners: [], payments: [], isRehearsal: false },
    chain: { holders: null, holdersFailingSince: null, terms: null, pool: null, mint: null },
  });
  const waiting = Promise.withResolvers<void>();
  const called = (name: string) => {
    calls.push({ name, at: Date.now() });
    if (name === 'nextState') waiting.resolve();
  };
  const object = {
    publicState: async () => {
      called('publicState');
      return state();
    },
    nextState: async (builtAt: number, ms: number) => {
      called('nextState');
      const isNewsToCome = builtAt === 1;
      await Promise.race([isNewsToCome ? drawn.promise : scheduler.wait(ms), scheduler.wait(ms)]);
      return state();
    },
    trigger: async () => void called('trigger'),
    readPulse: async () => {
      called('readPulse');
      return NO_PULSE;
    },
  };
  const count = (...names: string[]) => calls.filter(({ name }) => names.includes(name)).length;
  return { ROUNDS: { getByName: () => object }, count, asked: waiting.promise, draw: () => drawn.resolve() };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('visitors of one isolate whose countdown has ended', () => {
  it('of a network that asks too often are told at once that the winners are being drawn', async () => {
    const { ROUNDS } = drawing();
    const asked: string[] = [];
    const PUBLIC_TRIGGERS = {
      limit: async ({ key }: { key: string }) => {
        asked.push(key);
        return { success: asked.length <= 2 };
      },
    };
    const { ask } = freshWorker({ ...SETTINGS, ROUNDS, PUBLIC_TRIGGERS });
    const headers = { 'CF-Connecting-IP': '203.0.113.7' };
    const told: number[] = [];
    const answers = Array.from({ length: 5 }, async (_, visitor) => {
      const { text } = await ask('/api/lottery/trigger-round', { method: 'POST', headers });
      told.push(visitor);
      return triggerResult.parse(JSON.parse(text));
    });
    const codes = (await Promise.all(answers)).map((answer) => (answer.success ? 'drawn' : answer.code));
    expect(new Set(codes)).toEqual(new Set(['BEACON_PENDING']));
    // Callers that may wait get their answer last, by a timer.
    expect(told.slice(0, 3).sort()).toEqual([2, 3, 4]);
    expect(asked).toEqual(Array.from({ length: 5 }, () => '203.0.113.7'));
  });

  it('all wait for the winners by one call a second, and all are told at once', async () => {
    const { ROUNDS, count, asked, draw } = drawing();
    const { ask } = freshWorker({ ...SETTINGS, ROUNDS });
    const began = Date.now();
    const answers = Array.from({ length: VISITORS }, () => ask('/api/lottery/trigger-round', { method: 'POST' }));
    await asked;
    draw();
    for (const { status, text } of await Promise.all(answers)) {
      expect(status).toBe(200);
      expect(triggerResult.parse(JSON.parse(text))).toMatchObject({ success: true, data: { roundNumber: 2 } });
    }
    const seconds = Math.ceil((Date.now() - began) / 1_000);
    expect(count('trigger')).toBeLessThanOrEqual(seconds);
    // Another change may follow right after the draw.
    expect(count('publicState', 'nextState')).toBeLessThanOrEqual(seconds + 3);
  });

  it('and monitors of an isolate share one look at the object’s pulse', async () => {
    const { ROUNDS, count } = drawing();
    const { ask } = freshWorker({ ...SETTINGS, ROUNDS });
    await ask('/api/health');
    const began = Date.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/api/health')));
    for (const { text } of answers) health.parse(JSON.parse(text));
    expect(count('readPulse')).toBeLessThanOrEqual(2 + Math.floor((Date.now() - began) / 1_000));
  });
});

describe('monitors of an isolate that nobody asked for an hour', () => {
  it('wait for the one that asks the objects, and none gets the state of an hour ago', async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const state = { doubt: null as Pulse['doubt'] };
    const readPulse = async () => {
      if (state.doubt !== null) {
        asked.resolve();
        await release.promise;
      }
      return { ...NO_PULSE, ...state };
    };
    const { ask } = freshWorker({ ...SETTINGS, ROUNDS: { getByName: () => ({ readPulse }) } });
    await ask('/api/health');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    try {
      state.doubt = { at: Date.now(), sentence: 'the chain is silent' };
      const first = ask('/api/health');
      await asked.promise;
      const others = [ask('/api/health'), ask('/api/health')];
      release.resolve();
      for (const { text } of await Promise.all([first, ...others])) expect(text).toContain('the chain is silent');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a turn', () => {
  it('is taken by one request at a time and not too soon after the last one; a turn that is never ended is over after a while', () => {
    const throttle = createThrottle();
    const end = throttle.begin(0);
    expect([throttle.begin(0), throttle.begin(7_999)]).toEqual([null, null]);
    end?.();
    expect(throttle.begin(999)).toBeNull();
    const second = throttle.begin(1_000);
    expect([second === null, throttle.begin(8_999)]).toEqual([false, null]);
    const third = throttle.begin(9_000);
    // When a turn ends late, it does not end the turn of another caller.
    second?.();
    expect([third === null, throttle.begin(10_001)]).toEqual([false, null]);
  });

  it('is waited for by the others while nothing is known, or only what is old, and not for longer than it lasts', async () => {
    const throttle = createThrottle();
    let known: { readonly readAt: number } | null = null;
    await throttle.untilKnown(() => known);
    const end = throttle.begin(Date.now());
    const news = throttle.untilKnown(() => known);
    const done = vi.fn();
    void news.then(done);
    known = { readAt: Date.now() - 6_000 };
    await throttle.untilKnown(() => ({ readAt: Date.now() }));
    expect(done).not.toHaveBeenCalled();
    known = { readAt: Date.now() };
    await news;
    known = null;
    const over = throttle.untilKnown(() => known);
    end?.();
    await over;
  });
});
