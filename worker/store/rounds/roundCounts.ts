import * as z from 'zod';
import type { TimedPayments } from '../../../src/round/paymentTimes.ts';
import { CLOSED, ENDED_FOR_GOOD, ROUND_STATES } from '../../../src/round/state.ts';
import type { Writing } from '../journal/writing.ts';
import { stateIn } from '../rows/states.ts';
import type { FairnessCounts } from '../views/rounds/fairness.ts';

const endsRow = z.object({ state: z.enum(ROUND_STATES), reason: z.string().nullable(), count: z.int() });
const timeRow = z.object({ tenths: z.int(), count: z.int() });

export type RoundEnds = z.infer<typeof endsRow>;

/** Rounds that have ended for good and are not in the sums yet: mostly one or none. */
const NEWS = `FROM rounds INDEXED BY rounds_untallied WHERE tallied = 0 AND ${stateIn(ENDED_FOR_GOOD)}`;
const LIVE = "payouts = 'live'";
const TENTHS = '(paid_at - ends_at * 1000) / 100';

/**
 * How many rounds there are by state and reason, and how long payments took. The sums of rounds that have ended for
 * good are stored. Each call first adds the rounds that have ended since the last call. Rehearsals are not counted.
 */
export async function countRounds(
  db: D1Database,
): Promise<{ readonly ends: readonly RoundEnds[]; readonly payments: readonly TimedPayments[] }> {
  const [, , , ends, times] = await db.batch([
    db.prepare(
      `INSERT INTO round_ends (state, reason, count) SELECT state, coalesce(reason, ''), count(*) ${NEWS} AND ${LIVE} GROUP BY 1, 2
       ON CONFLICT (state, reason) DO UPDATE SET count = count + excluded.count`,
    ),
    db.prepare(
      `INSERT INTO payment_times (tenths, count)
       SELECT iif(abs(t) < 600, t, iif(abs(t) < 36000, t - t % 10, t - t % 600)), count(*) FROM (
         SELECT ${TENTHS} AS t ${NEWS} AND state = 'paid' AND paid_at IS NOT NULL
       ) WHERE true GROUP BY 1 ON CONFLICT (tenths) DO UPDATE SET count = count + excluded.count`,
    ),
    db.prepare(
      `UPDATE rounds INDEXED BY rounds_untallied SET tallied = 1 WHERE tallied = 0 AND ${stateIn(ENDED_FOR_GOOD)}`,
    ),
    // The stored sums, and beside them the rounds that have not ended for good: those under way, and held ones.
    db.prepare(
      `SELECT state, nullif(reason, '') AS reason, count FROM (
         SELECT state, reason, count FROM round_ends
         UNION ALL
         SELECT state, iif(state = 'held' AND closed_at IS NOT NULL, '${CLOSED}', coalesce(reason, '')), count(*)
         FROM rounds INDEXED BY rounds_untallied
         WHERE tallied = 0 AND ${LIVE} GROUP BY 1, 2
       ) ORDER BY count DESC, reason`,
    ),
    db.prepare('SELECT tenths, count FROM payment_times ORDER BY tenths'),
  ]);
  return {
    ends: z.array(endsRow).parse(ends?.results),
    payments: z
      .array(timeRow)
      .parse(times?.results)
      .map(({ tenths, count }) => ({ seconds: tenths / 10, count })),
  };
}

/**
 * The rounds that are not in the stored sums. `hasEnded`: whether one of them has ended for good. `open`: those that
 * have not ended, with their states, as a text. If one has ended, or if the text has changed, the counts must be made
 * again.
 */
export async function roundsToCount(db: D1Database): Promise<{ readonly hasEnded: boolean; readonly open: string }> {
  const { results } = await db
    .prepare('SELECT round, state, reason, closed_at FROM rounds INDEXED BY rounds_untallied WHERE tallied = 0')
    .all();
  const isEnded = ({ state }: Record<string, unknown>) => ENDED_FOR_GOOD.some((end) => end === state);
  return { hasEnded: results.some(isEnded), open: JSON.stringify(results.filter((round) => !isEnded(round))) };
}

/** Stores the counts over all rounds in place of the older ones. */
export async function storeFairness({ db, at }: Writing, counted: FairnessCounts): Promise<void> {
  await db
    .prepare(
      `INSERT INTO fairness (id, counts, counted_at) VALUES (1, ?1, ?2)
       ON CONFLICT (id) DO UPDATE SET counts = excluded.counts, counted_at = excluded.counted_at`,
    )
    .bind(JSON.stringify(counted), at)
    .run();
}
