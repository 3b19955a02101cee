import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyListDifference, listDifference } from '../../src/round/listDifference.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

/** Owners with only two bytes that vary, so that lists have some owners in common; amounts of all sizes. */
const list = fc
  .uniqueArray(fc.tuple(fc.nat(400), fc.bigInt(0n, 2n ** 64n - 1n)), { selector: ([owner]) => owner, maxLength: 300 })
  .map((wallets) => rowsOf(new Map(wallets)));

/** Joined rows of wallets, in the order of their owners. */
function rowsOf(wallets: ReadonlyMap<number, bigint>): Uint8Array {
  const rows = [...wallets].sort(([a], [b]) => a - b).map(([owner, amount]) => rowOf(owner, amount));
  return Uint8Array.from(rows.flatMap((row) => [...row]));
}

function rowOf(owner: number, amount: bigint): Uint8Array {
  const row = new Uint8Array(40);
  const view = new DataView(row.buffer);
  view.setUint16(7, owner);
  view.setBigUint64(32, amount, true);
  return row;
}

/** `count` wallets of which every `step`-th has changed its amount. */
const wallets = (count: number, step = 0) =>
  new Map(Array.from({ length: count }, (_, i) => [i, BigInt(i) + (step > 0 && i % step === 0 ? 1n : 0n)] as const));

describe('the difference between two lists', () => {
  it('gives the second one back from the first, byte by byte, whatever they are', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const difference = listDifference(before, after);
        if (difference === null) throw new Error('no difference');
        expect(applyListDifference(before, difference)).toEqual(after);
      }),
      PROPERTY_RUNS,
    );
  });

  it('gives back lists whose places and counts are larger than one byte or two can say', () => {
    const before = wallets(20_000);
    const after = new Map([...before].filter(([owner]) => owner >= 300).map(([i, n]) => [i, i > 19_990 ? n + 1n : n]));
    const difference = listDifference(rowsOf(before), rowsOf(after)) ?? new Uint8Array();
    // 300 are gone: two bytes for their number. The first change is 19,991 rows on: three bytes.
    expect(difference).toHaveLength(2 + 300 + 1 + 3 + 8 + 9 * 8);
    expect(Buffer.from(applyListDifference(rowsOf(before), difference)).equals(rowsOf(after))).toBe(true);
  });

  it('gives back a list without its first 128 rows, the smallest count of two bytes, and is refused when it is cut off', () => {
    const [before, after] = [rowsOf(wallets(130)), rowsOf(wallets(130)).subarray(128 * 40)];
    const difference = listDifference(before, after) ?? new Uint8Array();
    expect(difference).toHaveLength(2 + 128 + 1);
    expect(Buffer.from(applyListDifference(before, difference)).equals(after)).toBe(true);
    const cutOff = new RangeError('the difference is cut off');
    expect(() => applyListDifference(before, difference.subarray(0, -1))).toThrow(cutOff);
  });

  it('is refused when it names the row behind the last one, or when the first list is none', () => {
    const rows = rowsOf(wallets(3));
    const gone = (place: number) => () => applyListDifference(rows, Uint8Array.of(1, place, 0));
    expect(gone(2)()).toEqual(rowsOf(wallets(2)));
    expect(gone(3)).toThrow(new RangeError('the difference does not belong to these rows'));
    expect(() => applyListDifference(rows.subarray(1), Uint8Array.of(0, 0))).toThrow(
      new RangeError('these are no rows in the order of their owners'),
    );
  });

  it('costs nothing for a wallet that stays, and nine bytes for one whose amount has changed', () => {
    const before = rowsOf(wallets(10_000));
    expect(listDifference(before, before)).toHaveLength(2);
    expect(listDifference(before, rowsOf(wallets(10_000, 100)))).toHaveLength(1 + 1 + 100 * 9);
  });

  it('costs forty bytes for a wallet that is new, and one or two for one that has gone', () => {
    const [few, many] = [rowsOf(wallets(100)), rowsOf(wallets(200))];
    expect(listDifference(few, many)).toHaveLength(2 + 100 * 40);
    expect(listDifference(many, few)).toHaveLength(1 + 100 + 1);
  });

  it.each([
    ['is cut off in the middle of a row', rowsOf(wallets(3)).subarray(0, 79)],
    ['is not in the order of its owners', Uint8Array.from([...rowOf(2, 1n), ...rowOf(1, 1n)])],
    ['has an owner twice', Uint8Array.from([...rowOf(1, 1n), ...rowOf(1, 2n)])],
  ])('is none for a list that %s', (_, odd) => {
    expect(listDifference(rowsOf(wallets(3)), odd)).toBeNull();
    expect(listDifference(odd, rowsOf(wallets(3)))).toBeNull();
  });

  it('is not applied to another list than its own, nor when a part of it is lost', () => {
    const [before, after] = [rowsOf(wallets(50)), rowsOf(wallets(60, 7))];
    const difference = listDifference(before, after) ?? new Uint8Array();
    expect(() => applyListDifference(rowsOf(wallets(20)), difference)).toThrow(RangeError);
    for (const length of [0, 1, 5, 40, difference.length - 1])
      expect(() => applyListDifference(before, difference.subarray(0, length))).toThrow(RangeError);
    expect(() => applyListDifference(before.subarray(1), difference)).toThrow(RangeError);
  });
});
