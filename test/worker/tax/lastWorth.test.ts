import { describe, expect, it } from 'vitest';
import { readPrice, readSource } from '../../../src/price/reading.ts';
import { GOD_SOL } from '../../../src/price/rules.ts';
import { createLastWorth } from '../../../worker/tax/lastWorth.ts';

/** 100 GOD. The last swap brought 10 lamports for each GOD. */
const AMOUNT = 100_000_000n;
const SWAP = { sold: 5_000_000n, proceeds: 50n };

/** What 100 GOD were worth, by a feed whose sources gave these prices (lamports for one GOD; null: no answer). */
function worth(prices: readonly (number | null)[], swap: typeof SWAP | null = SWAP): Promise<bigint | null> {
  const sources = prices.map((price, i) => readSource(GOD_SOL, `${i}`, price === null ? null : price / 1e9, 1));
  const feed = readPrice(GOD_SOL, sources, { now: 1, previous: null });
  return createLastWorth({ tax: { lastSwap: async () => swap }, prices: { read: async () => feed } })(AMOUNT);
}

describe('what GOD was last worth', () => {
  it('is the higher of the last swap’s price and one on which two exchanges agree', async () => {
    expect(await worth([8, 8])).toBe(1_000n);
    expect(await worth([14, 16])).toBe(1_500n);
    expect(await worth([14, 16], null)).toBe(1_500n);
  });

  it('is the last swap’s price where one exchange gives none', async () => {
    expect([await worth([20, null]), await worth([20, null], null)]).toEqual([1_000n, null]);
  });

  it('is the last swap’s price when two exchanges disagree, because one of them could name any price and so prevent every sale', async () => {
    expect([await worth([10, 1e9]), await worth([10, 1e9], null)]).toEqual([1_000n, null]);
  });
});
