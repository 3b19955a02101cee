import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../world/startWorld.ts';
import { listTrips, startCounted, startCountedTax } from './countedRound.ts';

/** From the lock to the final payment, and from a cycle's beginning to its final distribution; a batch is one. */
const ROUND_TRIPS = 60;
const CYCLE_TRIPS = 80;

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 200, worldSeed: 'trips' });
});
afterAll(() => world?.stop());

describe.concurrent('round trips to the database', () => {
  it(`of a round are at most ${ROUND_TRIPS}`, async () => {
    const lottery = await startCounted({ world });
    try {
      const round = lottery.nextToLock();
      const { notes } = await lottery.until(round, ['paid']);
      const [from, until] = [(lottery.endsAt(round) - 20) * 1_000, Date.parse(notes.finalAt ?? '') + 500];
      const trips = lottery.trips('rounds').filter(({ at }) => at >= from && at <= until);
      expect(trips.length, listTrips(trips)).toBeLessThanOrEqual(ROUND_TRIPS);
      expect(trips.length).toBeGreaterThan(10);
    } finally {
      await lottery.stop();
    }
  });

  it(`of a tax cycle are at most ${CYCLE_TRIPS}`, async () => {
    const tax = await startCountedTax({ seed: 'trips', slotMs: 200 });
    try {
      await tax.trade(12);
      const before = tax.trips('tax').length;
      const cycle = await tax.cycle(120);
      expect([cycle.state, cycle.reason]).toEqual(['done', null]);
      const trips = tax.trips('tax').slice(before);
      expect(trips.length, listTrips(trips)).toBeLessThanOrEqual(CYCLE_TRIPS);
      expect(trips.length).toBeGreaterThan(10);
    } finally {
      await tax.stop();
    }
  });
});
