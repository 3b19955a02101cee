import * as z from 'zod';
import type { TimedPayments } from '../../src/round/paymentTimes.ts';
import { ROUND_STATES } from '../../src/round/state.ts';

const endsRow = z.object({ state: z.enum(ROUND_STATES), reason: z.string().nullable(), count: z.int() });
const timeRow = z.object({ tenths: z.int(), count: z.int() });

/** How many rounds are in a state, by reason. */
export type RoundEnds = z.infer<typeof endsRow>;

/**
 * Rounds by state and reason, and how long payments took; rehearsals are in no count. It walks over all rounds: meant
 * to be asked once a round.
 */
export async function countRounds(
  db: D1Database,
): Promise<{ readonly ends: readonly RoundEnds[]; readonly payments: readonly TimedPayments[] }> {
  const [ends, times] = await db.batch([
    db.prepare(
      `SELECT state, reason, count(*) AS count FROM rounds WHERE payouts = 'live'
       GROUP BY state, reason ORDER BY count DESC, reason`,
    ),
    // In tenths of a second: as exact as anyone needs, and few rows however many rounds there were.
    db.prepare(
      `SELECT (paid_at - ends_at * 1000) / 100 AS tenths, count(*) AS count FROM rounds
       WHERE state = 'paid' AND paid_at IS NOT NULL GROUP BY tenths ORDER BY tenths`,
    ),
  ]);
  return {
    ends: z.array(endsRow).parse(ends?.results),
    payments: z
      .array(timeRow)
      .parse(times?.results)
      .map(({ tenths, count }) => ({ seconds: tenths / 10, count })),
  };
}

/** The newest rounds and how far they have come: a text that changes whenever counts over all rounds may have. */
export async function newestRounds(db: D1Database): Promise<string> {
  const { results } = await db.prepare('SELECT round, state FROM rounds ORDER BY round DESC LIMIT 3').all();
  return JSON.stringify(results);
}
