import * as z from 'zod';
import { REASONS } from '../../../../src/protocol/terms/entries.ts';
import type { DrawRules, LockDocuments } from '../../../../src/protocol/terms/lock.ts';
import { applyListDifference } from '../../../../src/round/listDifference.ts';
import { fromBase64 } from '../../rows/bodies.ts';
import type { Reads } from '../../rows/reads.ts';

const linkRow = z.object({ round: z.int(), part: z.int(), base: z.int().nullable(), body: z.string() });

/**
 * SQL: the difference of the round, that of its base, and so on, back to a list that is stored whole; and that list.
 * There are at most 23 differences, because all of these rounds are in one block of 24. The query does not sort the
 * rows, because SQLite would copy every body for that.
 */
const CHAIN = `WITH RECURSIVE chain (round) AS (
    SELECT ?1 UNION ALL
    SELECT d.base FROM chain CROSS JOIN list_differences d WHERE d.round = chain.round AND d.part = 0
  )
  SELECT d.round, d.base, d.body, d.part FROM chain CROSS JOIN list_differences d WHERE d.round = chain.round
  UNION ALL
  SELECT w.round, NULL, w.body, w.part FROM chain CROSS JOIN round_documents w WHERE w.round = chain.round AND w.kind = 'list'`;

/** The list of a round that is stored as differences. Throws when the whole list on which they are based is missing. */
async function readPackedList(db: Reads, round: number): Promise<Uint8Array> {
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

const rulesSchema = z.object({
  rules: z.int(),
  terms: z.string(),
  excluded: z.array(z.tuple([z.string(), z.enum(REASONS)])),
}) satisfies z.ZodType<DrawRules>;

/** Rules from their canonical text. Throws for a text of another shape. */
export const parseRules = (text: string): DrawRules => rulesSchema.parse(JSON.parse(text));

const documentRows = z.array(z.object({ kind: z.enum(['list', 'rules']), body: z.string() }));

/**
 * A round's stored entries and rules; null when it was never locked. A list that is stored as differences is put
 * together again, with the same bytes.
 */
export async function readDocuments(db: Reads, round: number): Promise<LockDocuments | null> {
  const { results } = await db
    .prepare('SELECT kind, body FROM round_documents WHERE round = ? ORDER BY kind, part')
    .bind(round)
    .all();
  const rows = documentRows.parse(results);
  if (rows.length === 0) return null;
  const join = (kind: 'list' | 'rules') =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => row.body)
      .join('');
  const isWhole = rows.some((row) => row.kind === 'list');
  return {
    list: isWhole ? fromBase64(join('list')) : await readPackedList(db, round),
    rules: parseRules(join('rules')),
  };
}
