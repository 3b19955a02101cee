import type { Writing } from '../journal/writing.ts';
import type { FairnessCounts } from '../views/rounds/fairness.ts';

/** Replaces the counts. */
export async function storeFairness({ db, at }: Writing, counted: FairnessCounts): Promise<void> {
  await db
    .prepare(
      `INSERT INTO fairness (id, counts, counted_at) VALUES (1, ?1, ?2)
       ON CONFLICT (id) DO UPDATE SET counts = excluded.counts, counted_at = excluded.counted_at`,
    )
    .bind(JSON.stringify(counted), at)
    .run();
}
