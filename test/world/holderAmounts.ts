import { GOD } from './createMint.ts';
import { seededRandom } from './seededRandom.ts';

/** The product's rule: at least 100,000 GOD. */
export const ELIGIBLE_GOD = 100_000n * GOD;

const LARGEST_GOD = 10_000_000;
/** Every tenth holder stays below the threshold. */
const SMALL_EVERY = 10;
/** Pareto's exponent: at 1.5 the mean is three times the threshold and a few are very large. */
const TAIL = 1.5;

/**
 * What `count` ordinary holders hold, in base units: a long-tailed distribution from 100,000 GOD to 10 million, except
 * every tenth holder, who has between 500 and 99,999 GOD. The first holds exactly the threshold, the second one base
 * unit less.
 */
export function holderAmounts(worldSeed: string, count: number): bigint[] {
  const random = seededRandom(worldSeed, 'holder amounts');
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return ELIGIBLE_GOD;
    if (index === 1) return ELIGIBLE_GOD - 1n;
    if (index % SMALL_EVERY === 2) return BigInt(Math.floor(500 + random() * 99_499)) * GOD;
    const god = Math.min(LARGEST_GOD, 100_001 * (1 - random()) ** (-1 / TAIL));
    return BigInt(Math.floor(god * Number(GOD)));
  });
}
