import * as z from 'zod';
import { fairness } from '../../../../src/contract/fairness.ts';
import type { Reads } from '../../rows/reads.ts';

const counts = fairness.omit({ updatedAt: true });
export type FairnessCounts = z.infer<typeof counts>;

/**
 * The counts as they were last made, and when (unix milliseconds). Null before the first time, or when another version
 * of this code made them in another form.
 */
export async function readFairness(
  db: Reads,
): Promise<{ readonly counts: FairnessCounts; readonly countedAt: number } | null> {
  const found = await db.prepare('SELECT counts, counted_at FROM fairness WHERE id = 1').first();
  if (found === null) return null;
  const row = z.object({ counts: z.string(), counted_at: z.int() }).parse(found);
  const parsed = counts.safeParse(JSON.parse(row.counts));
  return parsed.success ? { counts: parsed.data, countedAt: row.counted_at } : null;
}
