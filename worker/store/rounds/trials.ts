import * as z from 'zod';
import type { Writing } from '../journal/writing.ts';

/** What the nodes said to a transaction that was simulated and not sent. */
export interface Trial {
  readonly kind: 'commitment' | 'payout';
  /** Why the transaction would have failed; null where it would have passed. */
  readonly problem: string | null;
  /** Compute units; null where no node told them. */
  readonly units: number | null;
}

const row = z.object({
  kind: z.enum(['commitment', 'payout']),
  problem: z.string().nullable(),
  units: z.int().nullable(),
});

/** The trials of a rehearsal, the commitment's first. */
export async function readTrials(db: D1Database, round: number): Promise<readonly Trial[]> {
  const { results } = await db
    .prepare('SELECT kind, problem, units FROM trials WHERE round = ? ORDER BY kind')
    .bind(round)
    .all();
  return z.array(row).parse(results);
}

/** Stores the first trial of each kind in a round. A later call for the same kind changes nothing. */
export async function insertTrial({ db, at }: Writing, round: number, { kind, problem, units }: Trial): Promise<void> {
  await db
    .prepare('INSERT INTO trials (round, kind, tried_at, problem, units) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
    .bind(round, kind, at, problem, units)
    .run();
}
