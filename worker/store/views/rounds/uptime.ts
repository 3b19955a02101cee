import * as z from 'zod';
import { ON_TIME_WITHIN_SECONDS } from '../../../../src/round/uptime.ts';
import type { Reads } from '../../rows/reads.ts';

const row = z.object({ day: z.int(), on_time: z.int(), missed: z.int(), total: z.int() });
const newestRow = z.object({ newest: z.int().nullable() });

/** How many of the stored rounds ended on a UTC day, and how. `day` is whole days since 1970. */
export interface CountedDay {
  readonly day: number;
  readonly onTime: number;
  readonly missed: number;
  readonly total: number;
}

export interface UptimeSpan {
  /** Unix seconds, both included. */
  readonly from: number;
  readonly until: number;
}

/**
 * How the rounds of a span ended, by day, and the newest round with a row (0: none). Rehearsals are not counted. A
 * rolled-over round paid nobody, so it is missed, whatever the reason.
 */
export async function countUptime(
  db: Reads,
  { from, until }: UptimeSpan,
): Promise<{ readonly days: readonly CountedDay[]; readonly newest: number }> {
  const [days, newest] = await db.batch([
    db
      .prepare(
        // If the time of the payment was not stored, the time of its finality counts.
        `SELECT ends_at / 86400 AS day, count(*) AS total,
           sum(state = 'paid' AND coalesce(paid_at, final_at, ends_at * 1000) <= (ends_at + ?3) * 1000) AS on_time,
           sum(state = 'rolled-over') AS missed
         FROM rounds WHERE ends_at >= ?1 AND ends_at <= ?2 AND payouts = 'live' GROUP BY day`,
      )
      .bind(from, until, ON_TIME_WITHIN_SECONDS),
    db.prepare('SELECT max(round) AS newest FROM rounds'),
  ]);
  return {
    days: z
      .array(row)
      .parse(days?.results)
      .map(({ on_time, ...rest }) => ({ ...rest, onTime: on_time })),
    newest: newestRow.parse(newest?.results[0]).newest ?? 0,
  };
}
