import type { RoundRecord } from '../../../src/round/record.ts';
import { attemptsOfRound } from '../views/console/attempts.ts';

/**
 * The commitments that a round's record and journal name. They are looked up even where the mark's history does not
 * list them: one that was given up, because no node had its block, may have made the mark.
 */
export async function commitmentsNamed(
  db: D1Database,
  { round, commitment }: Pick<RoundRecord, 'round' | 'commitment'>,
): Promise<readonly string[]> {
  const attempts = (await attemptsOfRound(db, round)).filter(({ key }) => key === `commit:${round}`);
  const seen = commitment === null ? [] : [commitment.signature];
  return [...new Set([...seen, ...attempts.map(({ signature }) => signature)])];
}
