import { markOf } from '../../../src/marks/readForm.ts';
import { CURRENT_ARITHMETIC } from '../../../src/protocol/arithmeticOf.ts';
import type { Lottery } from '../chain/Lottery.ts';
import { owedFrom, roundTerms } from '../check/roundTerms.ts';

/**
 * The numbers of a lottery's rounds that must be paid by now if they were committed, newest first: the newest `wanted`
 * of them, or all when `wanted` is null. The numbers follow from the terms alone, so nobody can leave out a round.
 */
export function auditedRounds({ counted, until }: Lottery, wanted: number | null): readonly number[] {
  const [first] = counted;
  if (first === undefined) return [];
  const { genesis, length, from } = first;
  const newest = Math.floor((until - owedFrom(0, length) - genesis) / length);
  const count = Math.min(wanted ?? Number.POSITIVE_INFINITY, newest - from + 1);
  return Array.from({ length: Math.max(0, count) }, (_, back) => newest - back);
}

/** The addresses of both marks of each round, except of rounds whose terms are not known. */
export function marksOf(lottery: Lottery, rounds: readonly number[]): readonly string[] {
  const { commitSeed, payoutSeed } = CURRENT_ARITHMETIC;
  return rounds.flatMap((round) => {
    const terms = roundTerms(lottery, round);
    if ('state' in terms || terms.wallet === null) return [];
    const { wallet: base, endsAt } = terms;
    return [commitSeed(endsAt), payoutSeed(endsAt)].map((seed) => markOf({ base, seed }));
  });
}
