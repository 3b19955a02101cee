import * as z from 'zod';
import type { Reads } from '../../rows/reads.ts';

const dayRow = z.object({ day: z.string(), lamports: z.string().transform(BigInt) });
/** Prizes of the rounds that ended on a UTC day (`2026-11-20`), lamports. */
export type PrizeDay = z.infer<typeof dayRow>;

/** What rounds have paid, by day, oldest first. Only rounds that ended at the unix second `since` or later. */
export async function prizeDays(db: Reads, since: number): Promise<PrizeDay[]> {
  const { results } = await db
    .prepare(
      `SELECT date(r.ends_at, 'unixepoch') AS day, CAST(sum(CAST(w.lamports AS INTEGER)) AS TEXT) AS lamports
       FROM rounds r INDEXED BY rounds_by_end CROSS JOIN winners w
       WHERE w.round = r.round AND r.ends_at >= ? AND r.state = 'paid' GROUP BY day ORDER BY day`,
    )
    .bind(since)
    .all();
  return z.array(dayRow).parse(results);
}

/** The number of the newest paid round; null while no round is paid. */
export async function newestPaid(db: Reads): Promise<number | null> {
  const found = await db
    .prepare(`SELECT round FROM rounds INDEXED BY rounds_by_state WHERE state = 'paid' ORDER BY round DESC LIMIT 1`)
    .first();
  return found === null ? null : z.object({ round: z.int() }).parse(found).round;
}
