import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trip } from '../world/countTrips.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { listTrips, startCounted, startCountedTax } from './countedRound.ts';
import { untilUnix } from './eventually.ts';
import { firstPaid } from './lotteryFacts.ts';
import type { Lottery } from './startLottery.ts';

/**
 * The most round trips from the lock to the final payment, and from a cycle's beginning to its final distribution; a
 * batch counts as one. Each attempt at a lock first reads whether every earlier hour has its end, and what is owed.
 */
const ROUND_TRIPS = 55;
const CYCLE_TRIPS = 80;
const VISITORS = 300;
const MOST_TRIES = 3;

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 200, worldSeed: 'trips' });
});
afterAll(() => world?.stop());

/**
 * Visitors whose countdown has just ended; they ask workerd directly. Each one gives the hint and asks for the figures.
 */
function storm({ url }: Lottery) {
  const ask = async (path: string, method: string) => {
    const from = Date.now();
    const response = await fetch(url + path, { method });
    await response.arrayBuffer();
    return { status: response.status, from, at: Date.now() };
  };
  return Promise.all(
    Array.from({ length: VISITORS }, () => [
      ask('/api/lottery/trigger-round', 'POST'),
      ask('/api/lottery/stats', 'GET'),
    ]).flat(),
  );
}

/** On a slow machine steps may be tried again, so it is enough that one of a few rounds stays within the limit. */
async function fewest(play: () => Promise<readonly Trip[]>, enough: number): Promise<readonly Trip[]> {
  let trips = await play();
  for (let tries = 1; trips.length > enough && tries < MOST_TRIES; tries++) {
    const others = await play();
    if (others.length < trips.length) trips = others;
  }
  return trips;
}

describe.concurrent('round trips to the database', () => {
  it(`of a round are at most ${ROUND_TRIPS}, with ${VISITORS} visitors at its end, who share one call a second of the object`, async () => {
    // The next round locks after this one is final, so only one round is counted.
    const lottery = await startCounted({ world, roundSeconds: 40 });
    try {
      // The first lock reads the terms, once and for all.
      await firstPaid(lottery);
      const trips = await fewest(async () => {
        const round = lottery.nextToLock();
        await untilUnix(lottery.endsAt(round));
        const [before, told] = [lottery.calls('trigger').length, await storm(lottery)];
        expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
        // One call to the object serves all visitors of the isolate.
        const seconds = Math.ceil(
          (Math.max(...told.map(({ at }) => at)) - Math.min(...told.map(({ from }) => from))) / 1_000,
        );
        expect(lottery.calls('trigger').length - before).toBeLessThanOrEqual(seconds + 1);
        const { roundNumber, notes } = await firstPaid(lottery, round);
        const [from, until] = [lottery.locksAt(roundNumber) * 1_000, Date.parse(notes.finalAt ?? '') + 500];
        return lottery.trips('rounds').filter(({ at }) => at >= from && at <= until);
      }, ROUND_TRIPS);
      expect(trips.length, listTrips(trips)).toBeLessThanOrEqual(ROUND_TRIPS);
      expect(trips.length).toBeGreaterThan(10);
    } finally {
      await lottery.stop();
    }
  });

  it(`of a tax cycle are at most ${CYCLE_TRIPS}`, async () => {
    const tax = await startCountedTax({ seed: 'trips', slotMs: 200 });
    try {
      const trips = await fewest(async () => {
        await tax.trade(12);
        const before = tax.trips('tax').length;
        const cycle = await tax.cycle();
        expect([cycle.state, cycle.reason]).toEqual(['done', null]);
        return tax.trips('tax').slice(before);
      }, CYCLE_TRIPS);
      expect(trips.length, listTrips(trips)).toBeLessThanOrEqual(CYCLE_TRIPS);
      expect(trips.length).toBeGreaterThan(10);
    } finally {
      await tax.stop();
    }
  });
});
