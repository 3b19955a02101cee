import { describe, expect, it } from 'vitest';
import { hasMoved, hasStood, type PriceLook, weighQuote } from '../../../worker/swap/exchanges/weighQuote.ts';

const kinds = (offers: readonly bigint[], reference: bigint | null, poolPays: bigint | null = null) =>
  offers.map((offer) => weighQuote(offer, { offers, reference, poolPays }).kind);

describe('two quotes that agree', () => {
  it('are good where no price is known and from half of the known price on', () => {
    expect(kinds([100n, 71n], null)).toEqual(['good', 'good']);
    expect(kinds([100n, 100n], 200n)).toEqual(['good', 'good']);
  });

  it('have to last for a while below half of it, because both may come from one pool that was emptied a moment ago', () => {
    expect(kinds([100n, 99n], 201n)).toEqual(['unsure', 'unsure']);
    expect(kinds([100n, 99n], 199n)).toEqual(['good', 'unsure']);
    expect(kinds([1n, 1n], 1_000_000n)).toEqual(['unsure', 'unsure']);
  });

  it('are both not used when the pool itself would pay more', () => {
    expect(kinds([100n, 99n], 201n, 102n)).toEqual(['doubtful', 'doubtful']);
    expect(kinds([100n, 99n], 201n, 101n)).toEqual(['unsure', 'doubtful']);
  });
});

describe('a sole quote', () => {
  it('is good when the pool would pay no more than 1% above it and the price is near the last one', () => {
    expect(kinds([99n], 150n, 100n)).toEqual(['good']);
    expect(kinds([98n], 150n, 100n)).toEqual(['doubtful']);
    expect(kinds([5_000n], 150n, 100n)).toEqual(['good']);
  });

  it('that only the pool confirms has to last for a while when no price is known, or below half of the last price', () => {
    expect(kinds([100n], null, 100n)).toEqual(['unsure']);
    expect(kinds([100n], 0n, 100n)).toEqual(['unsure']);
    expect(kinds([100n], 201n, 100n)).toEqual(['unsure']);
    expect(kinds([100n], 200n, 100n)).toEqual(['good']);
  });

  it('without a pool is used from half of the last price on, and never below it, however long it lasts', () => {
    expect([kinds([100n], 200n), kinds([100n], 201n), kinds([100n], null)]).toEqual([
      ['good'],
      ['doubtful'],
      ['doubtful'],
    ]);
  });
});

describe('a price that only time can confirm', () => {
  const LOOK: PriceLook = { at: 1_000, amount: 1_000n, lamports: 500n };
  const TEN_MINUTES = 600_000;

  it('has lasted long enough after ten minutes, and not earlier', () => {
    expect(hasStood(LOOK, LOOK, 1_000 + TEN_MINUTES - 1)).toBe(false);
    expect(hasStood(LOOK, LOOK, 1_000 + TEN_MINUTES)).toBe(true);
    expect(hasStood(null, LOOK, 1_000 + TEN_MINUTES)).toBe(false);
  });

  it('has lasted for every offer that is not far below it', () => {
    const hasStoodAt = (lamports: bigint) => hasStood(LOOK, { amount: 1_000n, lamports }, 1_000 + TEN_MINUTES);
    expect([349n, 350n, 500n, 900n].map(hasStoodAt)).toEqual([false, true, true, true]);
  });

  it('has moved by more than 30% either way, per unit of GOD', () => {
    expect(hasMoved(LOOK, { amount: 1_000n, lamports: 350n })).toBe(false);
    expect(hasMoved(LOOK, { amount: 1_000n, lamports: 349n })).toBe(true);
    expect(hasMoved(LOOK, { amount: 1_000n, lamports: 714n })).toBe(false);
    expect(hasMoved(LOOK, { amount: 1_000n, lamports: 715n })).toBe(true);
    expect(hasMoved(LOOK, { amount: 3_000n, lamports: 1_500n })).toBe(false);
    expect(hasStood(LOOK, { amount: 1_000n, lamports: 349n }, 1_000 + TEN_MINUTES)).toBe(false);
  });
});
