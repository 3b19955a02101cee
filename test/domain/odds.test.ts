import { describe, expect, it } from 'vitest';
import { chanceWithin, oddsAmong } from '../../src/round/odds.ts';

const HOUR = 3_600;

/** Expected values by Python's exact fractions. */
describe('the odds of a wallet', () => {
  it.each([
    { eligible: 10_000, seconds: HOUR, round: 0.0003, day: 0.007175214562032586, month: 0.19429080874956184 },
    { eligible: 225, seconds: HOUR, round: 0.013333333333333334, day: 0.27541230900187713, month: 0.999936506602836 },
    { eligible: 4, seconds: HOUR, round: 0.75, day: 0.9999999999999964, month: 1 },
    { eligible: 225, seconds: 60, round: 0.013333333333333334, day: 0.9999999959685885, month: 1 },
    { eligible: 223, seconds: 24 * HOUR, round: 3 / 223, day: 3 / 223, month: 0.33390751600999186 },
  ])('among $eligible, in rounds of $seconds s', ({ eligible, seconds, round, day, month }) => {
    const odds = oddsAmong(eligible, seconds);
    expect(odds.round).toBe(round);
    expect(odds.day).toBeCloseTo(day, 12);
    expect(odds.month).toBeCloseTo(month, 12);
  });

  it.each([1, 2, 3])('are certain among %i wallets, because there are at least as many places', (eligible) => {
    expect(oddsAmong(eligible, HOUR)).toEqual({ round: 1, day: 1, month: 1 });
  });

  it('are none where nobody is in the draw', () => {
    expect(oddsAmong(0, HOUR)).toEqual({ round: 0, day: 0, month: 0 });
  });

  it('keep their precision where 1 − chance is almost 1', () => {
    expect(chanceWithin(3e-9, 24) / 7.1999997516e-8).toBeCloseTo(1, 10);
    expect(chanceWithin(3e-9, 720) / 2.159997670441672e-6).toBeCloseTo(1, 10);
  });

  it('grow with the rounds and never pass 1', () => {
    let last = 0;
    for (let rounds = 1; rounds < 3_000; rounds++) {
      const chance = chanceWithin(1 / 75, rounds);
      expect(chance).toBeGreaterThan(last);
      expect(chance).toBeLessThanOrEqual(1);
      last = chance;
      if (chance > 1 - 1e-12) break;
    }
  });
});
