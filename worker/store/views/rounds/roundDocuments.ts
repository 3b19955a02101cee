import * as z from 'zod';
import { REASONS } from '../../../../src/protocol/terms/entries.ts';
import type { DrawRules, LockDocuments } from '../../../../src/protocol/terms/lock.ts';
import { fromBase64 } from '../../rows/bodies.ts';
import type { Reads } from '../../rows/reads.ts';
import { readPackedList } from './packedLists.ts';

const rulesSchema = z.object({
  rules: z.int(),
  terms: z.string(),
  excluded: z.array(z.tuple([z.string(), z.enum(REASONS)])),
}) satisfies z.ZodType<DrawRules>;

/** Rules as their canonical text says them. Throws for any other text. */
export const parseRules = (text: string): DrawRules => rulesSchema.parse(JSON.parse(text));

/**
 * A round's stored entries and rules; null when it was never locked. A closed round's list may be stored as
 * differences from earlier ones: they are put together, byte by byte as they were.
 */
export async function readDocuments(db: Reads, round: number): Promise<LockDocuments | null> {
  const { results } = await db
    .prepare('SELECT kind, body FROM round_documents WHERE round = ? ORDER BY kind, part')
    .bind(round)
    .all();
  const rows = z.array(z.object({ kind: z.enum(['list', 'rules']), body: z.string() })).parse(results);
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
