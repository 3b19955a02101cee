import * as z from 'zod';
import { applyListDifference } from '../../../../src/round/listDifference.ts';
import { fromBase64 } from '../../rows/bodies.ts';
import type { Reads } from '../../rows/reads.ts';

const linkRow = z.object({ round: z.int(), part: z.int(), base: z.int().nullable(), body: z.string() });

/**
 * The round's differences back to the first list that is whole, with that list: at most 24 steps. A base is always
 * of the same block of rounds, and a lower number than the round. In no order: SQLite would copy every body to sort them.
 */
const CHAIN = `WITH RECURSIVE chain (round) AS (
    SELECT ?1 UNION ALL
    SELECT d.base FROM chain CROSS JOIN list_differences d WHERE d.round = chain.round AND d.part = 0
  )
  SELECT d.round, d.base, d.body, d.part FROM chain CROSS JOIN list_differences d WHERE d.round = chain.round
  UNION ALL
  SELECT w.round, NULL, w.body, w.part FROM chain CROSS JOIN round_documents w WHERE w.round = chain.round AND w.kind = 'list'`;

/** The list of a round that has differences. Throws when what they start from is not there. */
export async function readPackedList(db: Reads, round: number): Promise<Uint8Array> {
  const { results } = await db.prepare(CHAIN).bind(round).all();
  const rows = z
    .array(linkRow)
    .parse(results)
    .sort((a, b) => a.round - b.round || a.part - b.part);
  const rounds = [...new Set(rows.map((row) => row.round))];
  let list: Uint8Array | null = null;
  for (const link of rounds) {
    const own = rows.filter((row) => row.round === link);
    const body = fromBase64(own.map((row) => row.body).join(''));
    if (own[0]?.base === null) list = body;
    else if (list === null) break;
    else list = applyListDifference(list, body);
  }
  if (list === null || rounds.at(-1) !== round) throw new Error(`round ${round}: its entries are not stored`);
  return list;
}
