import * as z from 'zod';
import type { RoundRecord } from '../../../src/round/record.ts';

const signatures = z.array(z.object({ signature: z.string() }));

/**
 * The signatures of the commitments that a round's record and journal name. The mark's history, as nodes list it, may
 * lack the one that made the mark: if no node has the block of a commitment, the worker gives that commitment up.
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
