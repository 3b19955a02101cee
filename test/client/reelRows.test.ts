import { describe, expect, it } from 'vitest';
import { reelRows } from '../../client/draw/reelRows.ts';

describe('the reel', () => {
  it('has eight rows however many wallets there are', () => {
    expect(reelRows([], 0)).toEqual([]);
    expect(
      reelRows(['a'], 5)
        .map((row) => row.address)
        .join(''),
    ).toBe('aaaaaaaa');
    const many = Array.from({ length: 100_000 }, (_, index) => String(index));
    expect(reelRows(many, 99_998).map((row) => row.address)).toEqual(['99998', '99999', '0', '1', '2', '3', '4', '5']);
  });

  it('shows in each row what was one row lower before', () => {
    const before = reelRows(['a', 'b', 'c'], 3);
    const after = reelRows(['a', 'b', 'c'], 4);
    expect(after.slice(0, -1).map((row) => row.address)).toEqual(before.slice(1).map((row) => row.address));
  });
});
