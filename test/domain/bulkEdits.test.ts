import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Selection, scaleShares, shareRest, zeroShares } from '../../src/distribution/bulkEdit.ts';
import { forecast } from '../../src/distribution/distribute.ts';
import { activeBasisPoints } from '../../src/distribution/percentage.ts';
import { feedsPool, poolBasisPoints } from '../../src/distribution/poolShare.ts';
import { ADMIN, EDITED_AT, MADE_AT, POOL, receiver } from './distributionWallets.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const LIST = [
  { ...POOL, percentage: 40 },
  ADMIN,
  receiver(1, { percentage: 10 }),
  receiver(2, { percentage: 5 }),
  receiver(3, { percentage: 15, isActive: false }),
];
const of = (...ids: string[]): Selection => ({ ids: new Set(ids), at: EDITED_AT });
const shares = (list: typeof LIST | ReturnType<typeof zeroShares>) => list.map(({ percentage }) => percentage);

describe('selected wallets', () => {
  it('are set to 0; inactive ones and those that had it stay as they are', () => {
    const edited = zeroShares(LIST, of('wallet-1', 'wallet-3'));
    expect(shares(edited)).toEqual([40, 30, 0, 5, 15]);
    expect(edited[2]?.updatedAt).toBe(EDITED_AT);
    expect(edited[4]).toBe(LIST[4]);
    const again = zeroShares(edited, { ...of('wallet-1'), at: MADE_AT });
    expect(again[2]).toBe(edited[2]);
  });

  it('are scaled to a total and keep their ratios', () => {
    expect(shares(scaleShares(LIST, of('wallet-1', 'wallet-2'), 3000))).toEqual([40, 30, 20, 10, 15]);
    // 1.00 cannot be divided as 10.00 : 5.00, so the first takes the basis point that is left.
    expect(shares(scaleShares(LIST, of('wallet-1', 'wallet-2'), 100))).toEqual([40, 30, 0.67, 0.33, 15]);
  });

  it('without a share are given equal ones', () => {
    const empty = zeroShares(LIST, of('wallet-1', 'wallet-2'));
    expect(shares(scaleShares(empty, of('wallet-1', 'wallet-2'), 1501))).toEqual([40, 30, 7.51, 7.5, 15]);
  });

  it('get what is missing from 100% in equal parts; nothing when nothing is missing', () => {
    expect(shares(shareRest(LIST, of('wallet-1', 'wallet-2', 'wallet-3')))).toEqual([40, 30, 17.5, 12.5, 15]);
    const whole = shareRest(LIST, of('wallet-1'));
    expect(activeBasisPoints(whole)).toBe(10_000);
    expect(shareRest(whole, of('wallet-2'))).toBe(whole);
    expect(shares(shareRest(LIST, of()))).toEqual(shares(LIST));
  });

  it('end exactly at the total asked for, whatever their shares, and no other wallet changes', () => {
    const list = fc.array(fc.record({ points: fc.integer({ min: 0, max: 10_000 }), isChosen: fc.boolean() }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(list, fc.integer({ min: 0, max: 10_000 }), (made, total) => {
        const wallets = made.map(({ points }, n) => receiver(n, { percentage: points / 100 }));
        const ids = wallets.filter((_, n) => made[n]?.isChosen).map(({ id }) => id);
        const edited = scaleShares(wallets, of(...ids), total);
        expect(activeBasisPoints(edited.filter(({ id }) => ids.includes(id)))).toBe(ids.length === 0 ? 0 : total);
        for (const [n, wallet] of edited.entries()) if (!made[n]?.isChosen) expect(wallet).toBe(wallets[n]);
        const rested = shareRest(wallets, of(...ids));
        const missing = 10_000 - activeBasisPoints(wallets);
        if (ids.length > 0 && missing > 0) expect(activeBasisPoints(rested)).toBe(10_000);
        else expect(shares(rested)).toEqual(shares(wallets));
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('what reaches the lottery’s pool', () => {
  it('is what wallets with its address receive; where the address is unknown, the one marked as the lottery’s', () => {
    const twin = receiver(8, { address: POOL.address, percentage: 2 });
    expect(poolBasisPoints([...LIST, twin], POOL.address)).toBe(4200);
    expect(poolBasisPoints([...LIST, twin], null)).toBe(4000);
    expect(feedsPool(POOL, ADMIN.address)).toBe(false);
  });

  it('is nothing once it is inactive, at 0, elsewhere or gone', () => {
    const pool = POOL.address;
    expect(poolBasisPoints([{ ...POOL, isActive: false }, ADMIN], pool)).toBe(0);
    expect(poolBasisPoints([{ ...POOL, percentage: 0 }, ADMIN], pool)).toBe(0);
    expect(poolBasisPoints([{ ...POOL, address: receiver(5).address }, ADMIN], pool)).toBe(0);
    expect(poolBasisPoints([ADMIN], pool)).toBe(0);
  });
});

describe('a forecast', () => {
  it('is expected as in the past days, split by the shares of the list', () => {
    const lines = forecast({ units: 7_000_000_001n, past: 7 }, 30, [POOL, ADMIN]);
    // 30/7 of it, rounded down, is 30,000,000,004: 70% and the remainder to the first.
    expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Lottery Pool', 21_000_000_003n],
      ['Admin', 9_000_000_001n],
    ]);
  });

  it('of nothing is nothing', () => {
    expect(forecast({ units: 0n, past: 7 }, 30, [POOL, ADMIN]).map(({ amount }) => amount)).toEqual([0n, 0n]);
  });
});
