import type { Fairness } from '../../src/contract/fairness.ts';
import { useAnswer } from '../data/useAnswer.ts';
import { fields, list, number, oneOf, orNull, text, time } from '../shape/hasShape.ts';

export const FAIRNESS = fields<Fairness>({
  rounds: fields<Fairness['rounds']>({ paid: number, rolledOver: number, held: number, other: number }),
  reasons: list(
    fields<Fairness['reasons'][number]>({ state: oneOf('rolled-over', 'held'), reason: text, count: number }),
  ),
  winsByRank: list(
    fields<Fairness['winsByRank'][number]>({ from: number, to: number, expected: number, wins: number }),
  ),
  winsByBalance: list(fields<Fairness['winsByBalance'][number]>({ bucket: number, wins: number, expected: number })),
  payment: fields<Fairness['payment']>({
    secondsP50: orNull(number),
    secondsP90: orNull(number),
    slowest: orNull(number),
    counted: number,
    histogram: list(
      fields<Fairness['payment']['histogram'][number]>({
        fromSeconds: number,
        toSeconds: orNull(number),
        count: number,
      }),
    ),
  }),
  updatedAt: time,
});

/** The counts over all rounds. They are read again once a minute. */
export function useFairness(known: Fairness | null) {
  return useAnswer({ path: '/api/lottery/fairness', shape: FAIRNESS, pollMs: 60_000, known });
}
