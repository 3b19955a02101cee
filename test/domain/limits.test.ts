import { describe, expect, it } from 'vitest';
import { lamports } from '../../src/money/lamports.ts';
import type { PrizeSplit } from '../../src/protocol/terms/lock.ts';
import { checkLimits, type PayoutLimits } from '../../src/round/checkLimits.ts';

const prizes = (first: bigint, second: bigint, third: bigint): PrizeSplit => ({
  total: lamports(first + second + third),
  places: [lamports(first), lamports(second), lamports(third)],
});

/** 10 SOL in the pool, 2 SOL of prizes, and no limit reached. */
const PRIZES = prizes(1_400_000_000n, 400_000_000n, 200_000_000n);
const LIMITS: PayoutLimits = {
  pool: lamports(10_000_000_000n),
  rentMinimum: lamports(890_880n),
  costs: lamports(1_000_000n),
  paidLastDay: 0n,
  dailyCap: null,
};
const check = (altered: Partial<Record<keyof PayoutLimits, bigint>>, prize = PRIZES, winners = 3) =>
  checkLimits(prize, winners, { ...LIMITS, ...altered } as PayoutLimits);

describe('the limits on a round', () => {
  it('let an ordinary round pass', () => {
    expect(check({})).toBeNull();
  });

  it('refuse a prize smaller than an account can hold, to the lamport', () => {
    expect(check({ rentMinimum: 200_000_000n })).toBeNull();
    expect(check({ rentMinimum: 200_000_001n })).toBe('prize-below-rent');
  });

  it('look only at places that will be filled', () => {
    expect(check({ rentMinimum: 400_000_000n }, PRIZES, 2)).toBeNull();
    expect(check({ rentMinimum: 400_000_001n }, PRIZES, 2)).toBe('prize-below-rent');
    expect(check({ rentMinimum: 1_400_000_000n }, PRIZES, 1)).toBeNull();
    expect(check({ rentMinimum: 1_400_000_001n }, PRIZES, 1)).toBe('prize-below-rent');
  });

  it('refuse prizes above 30% of the pool, to the lamport', () => {
    const third = prizes(2_000_000_000n, 700_000_000n, 300_000_000n);
    expect(check({}, third)).toBeNull();
    expect(check({}, prizes(2_000_000_001n, 700_000_000n, 300_000_000n))).toBe('prize-above-ceiling');
    expect(check({ pool: 9_999_999_999n }, third)).toBe('prize-above-ceiling');
  });

  it('keep 0.1 SOL in the pool after prizes and costs, to the lamport', () => {
    // 10 − 2 − 7.9 = 0.1
    expect(check({ costs: 7_900_000_000n })).toBeNull();
    expect(check({ costs: 7_900_000_001n })).toBe('reserve');
  });

  it('do not underflow with an empty pool: costs above the balance break the reserve', () => {
    expect(check({ costs: 20_000_000_000n })).toBe('reserve');
    expect(check({ pool: 0n, rentMinimum: 0n }, prizes(0n, 0n, 0n))).toBe('reserve');
  });

  it("keep within the operator's daily cap, to the lamport", () => {
    expect(check({ dailyCap: 5_000_000_000n, paidLastDay: 3_000_000_000n })).toBeNull();
    expect(check({ dailyCap: 5_000_000_000n, paidLastDay: 3_000_000_001n })).toBe('daily-cap');
    expect(check({ dailyCap: 1_999_999_999n })).toBe('daily-cap');
    expect(check({ dailyCap: 0n })).toBe('daily-cap');
  });

  it('know no cap when the operator set none', () => {
    expect(check({ paidLastDay: 10n ** 18n })).toBeNull();
  });
});
