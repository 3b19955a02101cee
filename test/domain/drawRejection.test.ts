import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawWinners } from '../../src/protocol/v1/drawWinners.ts';

/**
 * No seed can be found whose candidate is skipped (the chance is below 1 in 2^60 for small lists). So the hash is
 * replaced here: its next results begin with these candidates, and it notes the counter of each call.
 */
const script = vi.hoisted(() => ({ candidates: [] as bigint[], counters: [] as number[] }));
vi.mock('@noble/hashes/sha2.js', () => ({
  sha256(input: Uint8Array) {
    const next = script.candidates.shift();
    if (next === undefined) throw new Error('one candidate more than the protocol asks for');
    script.counters.push(Buffer.from(input.subarray(-4)).readUInt32BE());
    const digest = Buffer.alloc(32, 0xee);
    digest.writeBigUInt64BE(next);
    return Uint8Array.from(digest);
  },
}));

const SEED = new Uint8Array(32);
const LAST = 2n ** 64n - 1n; // 2^64 − 1 is divisible by 3 and by 5

describe('a candidate', () => {
  beforeEach(() => {
    script.candidates = [];
    script.counters = [];
  });

  it('at the largest multiple of the list is skipped, and the counter goes on', () => {
    script.candidates = [LAST, 4n, 1n, 2n];
    expect(drawWinners(['a', 'b', 'c', 'd', 'e'], SEED, 3)).toEqual(['e', 'b', 'c']);
    expect(script.counters).toEqual([0, 1, 2, 3]);
  });

  it('just below the largest multiple counts', () => {
    script.candidates = [LAST - 1n, 0n, 0n];
    expect(drawWinners(['a', 'b', 'c', 'd', 'e'], SEED, 3)).toEqual(['e', 'a', 'd']);
    expect(script.counters).toEqual([0, 1, 2]);
  });

  it('is skipped as often as it takes, at any place', () => {
    // Five wallets, then four (2^64 is a multiple of 4: nothing to skip), then three.
    script.candidates = [LAST, LAST, 0n, LAST, LAST, LAST, 1n];
    expect(drawWinners(['a', 'b', 'c', 'd', 'e'], SEED, 3)).toEqual(['a', 'd', 'b']);
    expect(script.counters).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('is never skipped when the list is a power of two', () => {
    script.candidates = [LAST, 0n];
    expect(drawWinners(['a', 'b'], SEED, 3)).toEqual(['b', 'a']);
  });
});
