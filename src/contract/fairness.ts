import * as z from 'zod';
import { isoTime } from './figures.ts';

const count = z.int().min(0);
const expected = z.number().min(0);

/**
 * `GET /api/lottery/fairness`: counts over all rounds, by which anyone can see whether the draw favours a part of the
 * list. Expected counts are those of a draw in which every entry of each list has the same chance.
 */
export const fairness = z.object({
  rounds: z.object({ paid: count, rolledOver: count, held: count, other: count.describe('Under way.') }),
  reasons: z
    .array(z.object({ state: z.enum(['rolled-over', 'held']), reason: z.string(), count }))
    .describe('Why rounds ended without a payment or wait for a person, the most frequent first.'),
  winsByRank: z
    .array(z.object({ from: z.int(), to: z.int(), expected, wins: count }))
    .length(10)
    .describe(
      'First places by tenths of the list in the order of the draw: the wallet at the 0-based index i of n is in ' +
        'tenth floor(10 i / n). `from` and `to` are percent of the list. Other places are not counted: they depend ' +
        'on the first.',
    ),
  winsByBalance: z
    .array(z.object({ bucket: z.int().min(0).max(9), wins: count, expected }))
    .length(10)
    .describe('All places by tenths of the list ordered by amount: bucket 0 holds the largest amounts.'),
  payment: z
    .object({
      secondsP50: z.number().nullable(),
      secondsP90: z.number().nullable(),
      slowest: z.number().nullable(),
      counted: count,
      histogram: z
        .array(z.object({ fromSeconds: z.number(), toSeconds: z.number().nullable(), count }))
        .describe('`fromSeconds` is included, `toSeconds` is not; null: no upper bound.'),
    })
    .describe("Seconds from a round's end until its payment was seen on chain, of paid rounds whose times were kept."),
  updatedAt: isoTime,
});
export type Fairness = z.infer<typeof fairness>;
