import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, MAX_PREVIEW, previewUnits } from '../../src/distribution/amount.ts';
import { distribute } from '../../src/distribution/distribute.ts';
import { basisPointsOf, clampPercent, percentOf } from '../../src/distribution/percentage.ts';
import { ADMIN, POOL, receiver } from './distributionWallets.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

describe('a distribution', () => {
  // By hand: each line is total × share / 10,000 rounded down; the first takes what is left.
  it.each([
    { total: 1_000_000n, amounts: [700_000n, 300_000n], remainder: 0n },
    { total: 0n, amounts: [0n, 0n], remainder: 0n },
    { total: 1n, amounts: [1n, 0n], remainder: 1n },
    { total: 9n, amounts: [7n, 2n], remainder: 1n },
    { total: 2n ** 64n - 1n, amounts: [12_912_720_851_596_686_131n, 5_534_023_222_112_865_484n], remainder: 1n },
  ])('of $total gives $amounts', ({ total, amounts, remainder }) => {
    const { lines, ...rest } = distribute(total, [POOL, ADMIN]);
    expect(lines.map(({ amount }) => amount)).toEqual(amounts);
    expect(rest).toEqual({ remainder });
  });

  it('names each active wallet in order, also one without a share, which never takes the remainder', () => {
    const list = [receiver(1), receiver(2, { isActive: false, percentage: 50 }), POOL, ADMIN];
    expect(distribute(9n, list).lines).toEqual([
      { walletId: 'wallet-1', address: receiver(1).address, label: 'Wallet 1', amount: 0n, percentage: 0 },
      { walletId: POOL.id, address: POOL.address, label: 'Lottery Pool', amount: 7n, percentage: 70 },
      { walletId: ADMIN.id, address: ADMIN.address, label: 'Admin', amount: 2n, percentage: 30 },
    ]);
  });

  it('without a share has no lines: nothing is paid, all is left', () => {
    for (const list of [[], [receiver(1)], [{ ...POOL, isActive: false }]])
      expect(distribute(5n, list)).toEqual({ lines: [], remainder: 5n });
  });

  it('refuses invalid amounts and shares', () => {
    expect(() => distribute(-1n, [POOL, ADMIN])).toThrow(
      new RangeError('a distribution needs an amount of at least 0'),
    );
    for (const percentage of [-1, Number.NaN, 33.333, Number.POSITIVE_INFINITY])
      expect(() => distribute(1n, [{ ...POOL, percentage }])).toThrow(
        new RangeError(`${percentage} is not a percentage (wallet Lottery Pool)`),
      );
  });

  it('always adds up to its total, nothing negative, each within a unit of its share except the first', () => {
    const share = fc.record({ points: fc.integer({ min: 0, max: 10_000 }), isActive: fc.boolean() });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.array(share, { minLength: 1, maxLength: 60 }),
        (total, shares) => {
          const list = shares.map(({ points, isActive }, i) => receiver(i, { percentage: points / 100, isActive }));
          const { lines, remainder } = distribute(total, list);
          const sum = lines.reduce((all, { amount }) => all + amount, 0n);
          expect(lines.length === 0 ? remainder : sum).toBe(total);
          const whole = BigInt(shares.reduce((all, { points, isActive }) => all + (isActive ? points : 0), 0));
          const first = lines.findIndex(({ percentage }) => percentage > 0);
          const isFair = lines.every(({ amount, percentage }, index) => {
            const off = amount * whole - total * BigInt(Math.round(percentage * 100));
            return amount >= 0n && (index === first || (off <= 0n && off > -whole));
          });
          expect(isFair).toBe(true);
          expect(remainder < BigInt(Math.max(lines.length, 1)) || lines.length === 0).toBe(true);
        },
      ),
      PROPERTY_RUNS,
    );
  });
});

describe('a percentage', () => {
  it('of every basis point comes back exactly', () => {
    for (let points = 0; points <= 10_000; points++) {
      expect(basisPointsOf(percentOf(points))).toBe(points);
    }
  });

  it('with a third decimal is refused, whatever its size', () => {
    for (let thousandths = 1; thousandths < 100_000; thousandths += 7)
      if (thousandths % 10 !== 0) expect(basisPointsOf(thousandths / 1000), `${thousandths}`).toBeNull();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308])('of %f is none', (percent) => {
    expect(basisPointsOf(percent)).toBeNull();
  });

  it('accepts the rounding error of adding tenths as floats', () => {
    expect(basisPointsOf(0.1 + 0.2)).toBe(30);
    expect(basisPointsOf(33.3 + 66.7)).toBe(10_000);
  });

  it('is clamped to 0 to 100', () => {
    expect([-1e9, -0.01, 0, 50, 100, 100.01, 1e9].map(clampPercent)).toEqual([0, 0, 0, 50, 100, 100, 100]);
  });
});

describe('an amount to try out', () => {
  it.each([
    [1_000_000, 'GOD', 1_000_000_000_000n],
    [0.000001, 'GOD', 1n],
    [0.1, 'SOL', 100_000_000n],
    [1e-9, 'SOL', 1n],
    [MAX_PREVIEW, 'SOL', 1_000_000_000_000_000_000n],
  ] as const)('of %f %s is exact', (amount, currency, units) => {
    expect(previewUnits(amount, currency)).toBe(units);
    expect(amountOf(units, currency)).toBe(amount);
  });

  it.each([0, -0, -1, Number.NaN, 1e-10, Number.MIN_VALUE])('of %f is nothing', (amount) => {
    expect(previewUnits(amount, 'SOL')).toBe('Amount must be greater than 0');
  });

  it.each([1_000_000_000.1, 1e21, Number.MAX_VALUE, Number.POSITIVE_INFINITY])('of %f is too much', (amount) => {
    expect(previewUnits(amount, 'GOD')).toBe('Amount must be at most 1,000,000,000');
  });
});
