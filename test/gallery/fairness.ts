import type { Fairness } from '../../src/contract/fairness.ts';
import { iso } from './lottery.ts';

const TENTHS = Array.from({ length: 10 }, (_, bucket) => bucket);

/** Counts of first places and of all prizes, in tenths. */
function counts(firsts: readonly number[], prizes: readonly number[], paid: number): Fairness {
  return {
    rounds: { paid, rolledOver: 14, held: 1, other: 1 },
    reasons: [
      { state: 'rolled-over', reason: 'missed', count: 9 },
      { state: 'rolled-over', reason: 'commitment-late', count: 5 },
      { state: 'held', reason: 'payout-rejected', count: 1 },
    ],
    winsByRank: TENTHS.map((n) => ({ from: 10 * n, to: 10 * n + 10, expected: paid / 10, wins: firsts[n] ?? 0 })),
    winsByBalance: TENTHS.map((bucket) => ({ bucket, expected: (3 * paid) / 10, wins: prizes[bucket] ?? 0 })),
    payment: {
      ...{ secondsP50: 2.4, secondsP90: 4.9, slowest: 3_720, counted: paid },
      histogram: [
        { fromSeconds: 0, toSeconds: 2, count: Math.floor(paid / 3) },
        { fromSeconds: 2, toSeconds: 5, count: Math.floor(paid / 2) },
        { fromSeconds: 5, toSeconds: 60, count: 3 },
        { fromSeconds: 60, toSeconds: null, count: 1 },
      ],
    },
    updatedAt: iso(-40_000),
  };
}

const EVEN = [121, 118, 126, 130, 109, 117, 124, 120, 115, 120];
const PRIZES = [360, 371, 349, 352, 368, 355, 366, 341, 372, 366];

export const FAIRNESS_CASES: Readonly<Record<string, Fairness>> = {
  'nothing yet': {
    ...counts([], [], 0),
    rounds: { paid: 0, rolledOver: 0, held: 0, other: 0 },
    reasons: [],
    payment: { secondsP50: null, secondsP90: null, slowest: null, counted: 0, histogram: [] },
  },
  'too few rounds to judge': counts([1, 0, 2, 1, 1, 0, 3, 1, 0, 1], [2, 4, 3, 3, 2, 3, 4, 3, 3, 3], 10),
  'as expected': counts(EVEN, PRIZES, 1200),
  unusual: counts([155, 118, 126, 130, 92, 107, 124, 120, 113, 115], PRIZES, 1200),
  alarming: counts([290, 98, 106, 101, 99, 107, 104, 99, 98, 98], PRIZES, 1200),
};
