import * as z from 'zod';
import type { RoundRecord } from '../../../src/round/record.ts';

const signatures = z.array(z.object({ signature: z.string() }));

/**
 * The commitments that a round's record and journal name. The mark's history may lack one of them: a commitment that
 * was given up, because no node had its block, may have made the mark.
 */
export async function commitmentsNamed(
  db: D1Database,
  { round, commitment }: Pick<RoundRecord, 'round' | 'commitment'>,
): Promise<readonly string[]> {
  const { results } = await db
    .prepare('SELECT signature FROM journal WHERE key = ? ORDER BY attempt')
    .bind(`commit:${round}`)
    .all();
  const seen = commitment === null ? [] : [commitment.signature];
  return [...new Set([...seen, ...signatures.parse(results).map(({ signature }) => signature)])];
}
