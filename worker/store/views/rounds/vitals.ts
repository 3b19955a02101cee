import * as z from 'zod';
import { MOST_UNPAID_ROUNDS } from '../../../../src/alerts/alertKinds.ts';

const MOST_HELD = 5;

const heldRow = z.object({ round: z.int(), reason: z.string(), since: z.int() });
const endedRow = z
  .object({ round: z.int(), is_paid: z.int(), reason: z.string().nullable() })
  .transform(({ is_paid, ...rest }): EndedRound => ({ ...rest, isPaid: is_paid === 1 }));
const unpaidRow = z
  .object({ round: z.int(), ends_at: z.int() })
  .transform(({ round, ends_at }): UnpaidRound => ({ round, endsAt: ends_at }));
const countRow = z.object({ raised: z.int() });
const pauseRows = z.array(z.object({ paused_at: z.int() }));

/** What the watch for alerts reads in the database, and the size of the database. */
export interface Vitals {
  readonly bytes: number;
  /** Held rounds that nobody has shelved or closed, oldest first; `since` is unix milliseconds. */
  readonly held: readonly z.infer<typeof heldRow>[];
  /** Since when no round is locked, unix milliseconds; null while the draws are not paused. */
  readonly pausedSince: number | null;
  readonly recentAlerts: number;
  /**
   * The newest ended rounds without paused and rehearsed ones, newest first: whether each was paid, and if not, why.
   */
  readonly ended: readonly EndedRound[];
  /** Rounds whose winners are drawn and not paid, oldest first; `endsAt` is unix seconds. */
  readonly unpaid: readonly UnpaidRound[];
}

export interface EndedRound {
  readonly round: number;
  readonly isPaid: boolean;
  readonly reason: string | null;
}
export interface UnpaidRound {
  readonly round: number;
  readonly endsAt: number;
}

/** Reads the vitals in one batch. `recentAlerts` counts those that were raised after `since` (unix milliseconds). */
export async function readVitals(db: D1Database, since: number): Promise<Vitals> {
  const [held, alerts, ended, unpaid, pauses] = await db.batch([
    db.prepare(
      `SELECT round, reason, updated_at AS since FROM rounds
       WHERE state = 'held' AND closed_at IS NULL AND shelved_at IS NULL ORDER BY round LIMIT ${MOST_HELD}`,
    ),
    db.prepare('SELECT count(*) AS raised FROM alerts WHERE raised_at > ?').bind(since),
    db
      .prepare(
        `SELECT round, state = 'paid' AS is_paid, reason FROM rounds
         WHERE state IN ('paid', 'rolled-over') AND payouts = 'live' AND coalesce(reason, '') NOT IN ('paused', 'shadow')
         ORDER BY round DESC LIMIT ?`,
      )
      .bind(MOST_UNPAID_ROUNDS),
    db.prepare(
      `SELECT round, ends_at FROM rounds WHERE state = 'drawn' AND payouts = 'live' ORDER BY round LIMIT ${MOST_HELD}`,
    ),
    db.prepare('SELECT paused_at FROM pauses WHERE resumed_at IS NULL ORDER BY paused_at LIMIT 1'),
  ]);
  return {
    bytes: alerts?.meta.size_after ?? 0,
    held: z.array(heldRow).parse(held?.results),
    pausedSince: pauseRows.parse(pauses?.results)[0]?.paused_at ?? null,
    recentAlerts: countRow.parse(alerts?.results[0]).raised,
    ended: z.array(endedRow).parse(ended?.results),
    unpaid: z.array(unpaidRow).parse(unpaid?.results),
  };
}
