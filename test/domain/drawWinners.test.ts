import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSeed, drawWinners } from '../../src/protocol/v1/drawWinners.ts';
import { chiSquareTail, uniformity } from './chiSquare.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const seedOf = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

const ROOT = 'ce01e78cc793967077f0bb5af24092086874268b200cfb472247f959b03fe6d2';
const RANDOMNESS = '8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3';

// Seeds, candidates and winners come from a few lines of Python with hashlib, written from the protocol's text.
describe('the seed', () => {
  it('is the hash of label, round, root and randomness', () => {
    expect(hex(drawSeed(123, ROOT, RANDOMNESS))).toBe(
      'd1ce3e8b5ed56c37ad9a1bf43732bd93e93fd0056832ea444c9a41f2b9b03652',
    );
  });

  it('takes round numbers beyond 32 bits', () => {
    expect(hex(drawSeed(2 ** 40 + 5, ROOT, RANDOMNESS))).toBe(
      'c8a80f465646fb4413e3d0469fcaa38a44292602791b0e8a697eeab869cb1ac9',
    );
  });
});

describe('the winners', () => {
  it('of the hand-computed draw are 4, 2 and 3', () => {
    // Candidates 10982124647848820483 mod 7 = 3, 735660682813671757 mod 6 = 1, 8273918145525383987 mod 5 = 2; the last of
    // the list takes each winner's seat: [1 2 3 4 5 6 7] → [1 2 3 7 5 6] → [1 6 3 7 5].
    expect(drawWinners([1, 2, 3, 4, 5, 6, 7], drawSeed(123, ROOT, RANDOMNESS), 3)).toEqual([4, 2, 3]);
  });

  it.each([
    { n: 0, winners: [] },
    { n: 1, winners: [0] },
    { n: 2, winners: [0, 1] },
    { n: 3, winners: [0, 2, 1] },
    { n: 10, winners: [0, 9, 4] },
    { n: 10_000, winners: [8360, 7506, 978] },
    { n: 100_000, winners: [98360, 18819, 80746] },
  ])('of $n wallets under the seed SHA-256("a") are $winners', ({ n, winners }) => {
    expect(drawWinners(upTo(n), seedOf('a'), 3)).toEqual(winners);
  });

  it('are distinct, as many as there are places and wallets, and all from the list', () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), seeds, (n, seed) => {
        const winners = drawWinners(upTo(n), seed, 3);
        expect(winners).toHaveLength(Math.min(3, n));
        expect(new Set(winners).size).toBe(winners.length);
        for (const winner of winners) expect(winner >= 0 && winner < n).toBe(true);
      }),
      PROPERTY_RUNS,
    );
  });

  it('are drawn without touching the list', () => {
    const list = Object.freeze(upTo(7));
    drawWinners(list, seedOf('a'), 3);
    expect(list).toEqual(upTo(7));
  });
});

describe('fairness', () => {
  const DRAWS = Number(process.env.FAIRNESS_DRAWS ?? 20_000);
  const sizes = [3, 4, 7, 50, ...(DRAWS >= 1_000_000 ? [1_000] : [])];

  it('is judged by a chi-square function that gives the printed values', () => {
    // Quantiles from printed tables.
    expect(chiSquareTail(3.841, 1)).toBeCloseTo(0.05, 4);
    expect(chiSquareTail(5.991, 2)).toBeCloseTo(0.05, 4);
    expect(chiSquareTail(6.635, 1)).toBeCloseTo(0.01, 4);
    expect(chiSquareTail(18.307, 10)).toBeCloseTo(0.05, 4);
    expect(chiSquareTail(74.919, 49)).toBeCloseTo(0.01, 4);
    expect(uniformity([100, 100, 100])).toBe(1);
    expect(uniformity([1_000, 1_000, 1_200])).toBeLessThan(1e-4);
  });

  it.each(sizes)(`gives each of %i wallets each place equally often in ${DRAWS} draws`, { timeout: 600_000 }, (n) => {
    const counts = [0, 1, 2].map(() => upTo(n).map(() => 0));
    const wallets = upTo(n);
    for (let draw = 0; draw < DRAWS; draw++) {
      drawWinners(wallets, seedOf(`fairness ${n} ${draw}`), 3).forEach((winner, place) => {
        const places = counts[place] ?? [];
        places[winner] = (places[winner] ?? 0) + 1;
      });
    }
    for (const places of counts) {
      expect(places.reduce((sum, count) => sum + count, 0)).toBe(DRAWS);
      const p = uniformity(places);
      expect(p).toBeGreaterThanOrEqual(1e-4);
      expect(p).toBeLessThanOrEqual(1 - 1e-4);
    }
  });

  it('gives every order of winners the same chance: the places do not depend on each other', () => {
    const counts = new Map<string, number>();
    for (let draw = 0; draw < DRAWS; draw++) {
      const order = drawWinners(upTo(4), seedOf(`order ${draw}`), 3).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const p = uniformity([...counts.values()]);
    expect(p).toBeGreaterThanOrEqual(1e-4);
    expect(p).toBeLessThanOrEqual(1 - 1e-4);
  });
});
