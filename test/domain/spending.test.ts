import { expect, it } from 'vitest';
import { daysLeft, spentPerDay } from '../../src/money/spending.ts';

const lows = (...of: number[]) => of.map((lamports, hour) => ({ hour, lamports: BigInt(lamports) }));

it('a wallet that pays fees spends what it loses; what a person sends it is not counted', () => {
  // 10 an hour, and a gift of 900 after the second.
  expect(spentPerDay(lows(100, 90, 980, 970, 960), false)).toBe(((10n + 10n + 10n) * 24n) / 4n);
  expect(spentPerDay(lows(100, 100), false)).toBe(0n);
});

it('the pool spends its prizes less what the tax brings', () => {
  expect(spentPerDay(lows(1_000, 900, 990, 880), true)).toBe((120n * 24n) / 3n);
  expect(spentPerDay(lows(1_000, 1_100), true)).toBe(0n);
});

it('spending in hours without a look is spread evenly, and a single hour gives no result', () => {
  expect(
    spentPerDay(
      [
        { hour: 5, lamports: 100n },
        { hour: 53, lamports: 52n },
      ],
      false,
    ),
  ).toBe(24n);
  expect([spentPerDay(lows(5), false), spentPerDay([], true)]).toEqual([null, null]);
});

it('a balance lasts whole days, or for ever', () => {
  expect(daysLeft(100n, 24n)).toBe(4);
  expect(daysLeft(100n, 0n)).toBeNull();
});

it('an hour that is not later than the first gives no result either', () => {
  const twice = (last: number) => [
    { hour: 7, lamports: 100n },
    { hour: last, lamports: 50n },
  ];
  expect([7, 6].map((last) => spentPerDay(twice(last), true))).toEqual([null, null]);
});
