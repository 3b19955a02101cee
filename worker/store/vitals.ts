import * as z from 'zod';

const MOST_HELD = 5;

const heldRow = z.object({ round: z.int(), reason: z.string(), since: z.int() });
const countRow = z.object({ raised: z.int() });

/** How the database is, and what in it waits for a person. */
export interface Vitals {
  readonly bytes: number;
  /** Held rounds that nobody has shelved or closed, oldest first; `since` is unix milliseconds. */
  readonly held: readonly z.infer<typeof heldRow>[];
  readonly recentAlerts: number;
}

/** One look at the database: its size, the held rounds, and how many alerts were raised after `since`. */
export async function readVitals(db: D1Database, since: number): Promise<Vitals> {
  const [held, alerts] = await db.batch([
    db.prepare(
      `SELECT round, reason, updated_at AS since FROM rounds
       WHERE state = 'held' AND closed_at IS NULL AND shelved_at IS NULL ORDER BY round LIMIT ${MOST_HELD}`,
    ),
    db.prepare('SELECT count(*) AS raised FROM alerts WHERE raised_at > ?').bind(since),
  ]);
  return {
    bytes: alerts?.meta.size_after ?? 0,
    held: z.array(heldRow).parse(held?.results),
    recentAlerts: countRow.parse(alerts?.results[0]).raised,
  };
}
