import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Terms, termsHash } from '../../src/terms/Terms.ts';
import { termsChain } from '../../src/terms/termsChain.ts';

/** Three terms, of a lottery of 50 rounds. */
const TABLE = JSON.parse(readFileSync(new URL('../independent/fiftyRounds.json', import.meta.url), 'utf8')) as {
  readonly lottery: string;
  readonly terms: readonly { readonly terms: unknown }[];
};
const [first, second, third] = TABLE.terms.map(({ terms }) => terms);

describe('terms that are shown for a round', () => {
  it.each([
    [1, 1],
    [17, 1],
    [18, 2],
    [34, 2],
    [35, 3],
    [50, 3],
  ])('of round %i are those of number %i, and the first ones name the lottery', (round, number) => {
    const found = termsChain(round, [third, first, second]);
    expect([found?.terms.terms, found?.lottery]).toEqual([number, TABLE.lottery]);
  });

  it('name no lottery while those in between are not shown', () => {
    expect(termsChain(40, [third, first])).toBeNull();
    expect(termsChain(20, [second])).toBeNull();
    expect(termsChain(20, [first, third])?.terms.terms).toBe(1);
  });

  it.each([
    [3, false],
    [2, false],
    [1, true],
  ])('of number 2 follow terms of number %i: %j', (number, follows) => {
    const before = { ...(first as Terms), terms: number, from: 60 };
    const newest = { ...(second as Terms), terms: 2, previous: termsHash(before) };
    expect(termsChain(50, [before, newest]) !== null).toBe(follows);
  });

  it('are none where nothing, or something else, is shown', () => {
    const changed = [
      { ...(first as object), from: 60 },
      { ...(first as object), top: 0.5 },
    ];
    for (const shown of [[], [null], ['text'], [{}], [7], ...changed.map((one) => [one])])
      expect(termsChain(20, shown)).toBeNull();
  });
});
