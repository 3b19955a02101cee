import { describe, expect, it } from 'vitest';
import { describeShift } from '../../src/distribution/describeShift.ts';
import { payPool, poolLines, withPool } from '../../src/distribution/poolLines.ts';
import { feedsPool, floorProblems, NO_POOL_SHARE, takesPoolShare } from '../../src/distribution/poolShare.ts';
import { problemText } from '../../src/distribution/problemText.ts';
import { ADMIN, POOL, receiver } from './distributionWallets.ts';
import { wallet } from './wallets.ts';

/** The pool's wallet after two changes of its key; POOL names the first. */
const POOLS = { pool: wallet(3), pools: [wallet(1), wallet(2), wallet(3)] };
const SECOND = receiver(8, { address: wallet(2), percentage: 5 });
const LIST = [POOL, ADMIN, SECOND, receiver(5)];

describe("the pool's lines of a configuration", () => {
  it('are those that name a wallet which is or was the pool, each address once', () => {
    expect(poolLines([...LIST, SECOND], POOLS)).toEqual({ wallet: wallet(3), lines: [wallet(1), wallet(2)] });
    expect(poolLines([ADMIN], POOLS)).toEqual({ wallet: wallet(3), lines: [] });
  });

  it("pay the pool's wallet of now; all others pay whom they name", () => {
    const paid = [{ ...POOL, address: wallet(3) }, ADMIN, { ...SECOND, address: wallet(3) }, receiver(5)];
    expect(withPool(LIST, POOLS)).toEqual(paid);
  });

  it('pay whom they name in a cycle that has fixed nothing about its pool', () => {
    expect(payPool(LIST, null)).toEqual(LIST);
  });
});

describe("the pool's share of the tax", () => {
  const none = [{ ...POOL, percentage: 0 }, ADMIN];
  it('is taken away by an edit that leaves nothing of it, and by no other', () => {
    const takes = (before: typeof LIST, after: typeof LIST) => takesPoolShare(before, after, POOL.address);
    expect(takes([POOL, ADMIN], none)).toBe(true);
    expect(takes([POOL, ADMIN], [{ ...POOL, percentage: 0.01 }, ADMIN])).toBe(false);
    expect(takes(none, none)).toBe(false);
    expect(takes(none, [POOL, ADMIN])).toBe(false);
    expect(NO_POOL_SHARE).toBe('No tax will reach the lottery pool: prizes end when the pool is empty.');
  });

  it('is that of its address; where the address is not known, that of the wallet marked as its own', () => {
    const moved = { ...POOL, address: wallet(2) };
    expect([POOL, moved].map((each) => feedsPool(each, POOL.address))).toEqual([true, false]);
    expect([POOL, moved, ADMIN].map((each) => feedsPool(each, null))).toEqual([true, true, false]);
  });

  it('may be as low as its floor and not lower; without a floor it may be nothing', () => {
    const below = (percentage: number, least: number | null) =>
      floorProblems([{ ...POOL, percentage }, ADMIN], { pool: POOL.address, least }).map(problemText);
    expect(below(50, 5000)).toEqual([]);
    expect(below(49.99, 5000)).toEqual(['The lottery pool must get at least 50.00% of the tax, and would get 49.99%']);
    expect(below(0, null)).toEqual([]);
  });

  it('is told to whoever watches the tax, after what has changed', () => {
    const say = (after: typeof LIST) => describeShift([POOL, ADMIN], after, POOL.address);
    expect(say([POOL, { ...ADMIN, label: 'Team' }])).toBe('Admin renamed Team. The pool’s share stays 70.00%.');
    expect(say([{ ...POOL, percentage: 60 }, ADMIN])).toBe(
      'Lottery Pool 70.00% → 60.00%. The pool’s share: 70.00% → 60.00%.',
    );
  });
});

it('an address that the chain would not pay is named with its reason', () => {
  const problem = { kind: 'unpayable-address', label: 'Team\u202E', sentence: 'it is a program' } as const;
  expect(problemText(problem)).toBe('Wallet Team�: it is a program');
});
