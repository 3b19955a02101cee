import { describe, expect, it } from 'vitest';
import { godUnits } from '../../src/money/god.ts';
import { decileOf, decileSizes, listPosition } from '../../src/round/listPosition.ts';
import { paymentTimes } from '../../src/round/paymentTimes.ts';
import { wallet } from './wallets.ts';

describe('the tenths of a list', () => {
  it.each([1, 3, 7, 9, 10, 11, 99, 100, 101, 9_999])(
    'of %i are as large as the number of indexes in them',
    (length) => {
      const counted = Array.from({ length: 10 }, () => 0);
      for (let index = 0; index < length; index++) {
        const decile = decileOf(index, length);
        counted[decile] = (counted[decile] ?? 0) + 1;
      }
      expect(decileSizes(length)).toEqual(counted);
      expect(counted.reduce((sum, size) => sum + size)).toBe(length);
    },
  );
});

describe('a position in a list', () => {
  const entries = ([5n, 9n, 5n, 1n] as const).map((amount, i) => ({
    owner: wallet(([1, 2, 3, 4] as const)[i] ?? 9),
    amount: godUnits(amount),
  }));

  it('is the place in the order of the draw, and by amount', () => {
    expect(listPosition(entries, wallet(2))).toEqual({ listIndex: 1, amountRank: 0 });
    expect(listPosition(entries, wallet(4))).toEqual({ listIndex: 3, amountRank: 3 });
  });

  it('stands, among equal amounts, higher for the one that comes first', () => {
    expect(listPosition(entries, wallet(1))).toEqual({ listIndex: 0, amountRank: 1 });
    expect(listPosition(entries, wallet(3))).toEqual({ listIndex: 2, amountRank: 2 });
  });

  it('does not exist for a wallet that is not in the list', () => {
    expect(listPosition(entries, wallet(7))).toBeNull();
    expect(listPosition([], wallet(1))).toBeNull();
  });
});

describe('the times of payments', () => {
  it('have percentiles by nearest rank, and every payment is in one bar', () => {
    const times = paymentTimes([
      { seconds: 0.9, count: 1 },
      { seconds: 1.4, count: 4 },
      { seconds: 2, count: 4 },
      { seconds: 7_200, count: 1 },
    ]);
    expect(times).toMatchObject({ secondsP50: 1.4, secondsP90: 2, slowest: 7_200, counted: 10 });
    expect(times.histogram.filter(({ count }) => count > 0)).toEqual([
      { fromSeconds: 0, toSeconds: 1, count: 1 },
      { fromSeconds: 1, toSeconds: 2, count: 4 },
      { fromSeconds: 2, toSeconds: 3, count: 4 },
      { fromSeconds: 3_600, toSeconds: null, count: 1 },
    ]);
  });

  it('are null before the first payment, and a clock that is behind loses no payment', () => {
    expect(paymentTimes([])).toMatchObject({ secondsP50: null, secondsP90: null, slowest: null, counted: 0 });
    const [first] = paymentTimes([{ seconds: -0.2, count: 3 }]).histogram;
    expect(first).toEqual({ fromSeconds: 0, toSeconds: 1, count: 3 });
  });
});
