import * as z from 'zod';

/** A win whose payment is final. */
export interface PaidWin {
  readonly round: number;
  readonly address: string;
  readonly lamports: string;
  /** When the round ended, unix seconds. */
  readonly endsAt: number;
}

const rows = z.array(
  z
    .object({ round: z.int(), address: z.string(), lamports: z.string(), ends_at: z.int() })
    .transform(({ ends_at, ...win }): PaidWin => ({ ...win, endsAt: ends_at })),
);

/** The paid wins of rounds above `floor` that ended after `endedSince` (unix seconds), the oldest first. */
export async function paidWins(db: D1Database, floor: number, endedSince: number): Promise<readonly PaidWin[]> {
  const { results } = await db
    .prepare(
      `SELECT r.round, w.address, w.lamports, r.ends_at
       FROM rounds r CROSS JOIN winners w ON w.round = r.round
       WHERE r.round > ?1 AND r.state = 'paid' AND r.ends_at > ?2 ORDER BY r.round`,
    )
    .bind(floor, endedSince)
    .all();
  return rows.parse(results);
}
