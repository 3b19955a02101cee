import * as z from 'zod';
import type { RoundRecord } from '../../../src/round/record.ts';

const signatures = z.array(z.object({ signature: z.string() }));

/**
 * The signatures of the commitments that a round's record and journal name. Whoever looks for the transaction that made
 * the mark needs them, because nodes may leave that transaction out of the mark's history.
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
