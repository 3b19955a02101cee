import * as z from 'zod';
import { LIMIT_REASONS, type RollOverReason } from '../../../src/round/state.ts';

const LOCK_PROBLEMS = [
  'missed',
  'no-terms',
  'snapshot-unreliable',
  'nodes-silent',
  'nodes-disagree',
  ...LIMIT_REASONS,
  'shadow',
] as const satisfies readonly RollOverReason[];

/**
 * What prevented the last attempt to lock a round. If an attempt fails because too few nodes answer, an earlier and
 * clearer reason stays. If no attempt succeeds, the stored reason becomes the reason of the round.
 */
export interface LockProblem {
  readonly round: number;
  readonly reason: (typeof LOCK_PROBLEMS)[number];
  /** What the attempt with this reason failed on, for operators; null when there was no attempt. */
  readonly detail: string | null;
  /** What stood in the way, as a sentence for everyone. It explains the delay, also where a later instance locks. */
  readonly cause: string | null;
}

const row = z.object({
  round: z.int(),
  reason: z.enum(LOCK_PROBLEMS),
  detail: z.string().nullable(),
  cause: z.string().nullable(),
});

/** The problems of this many rounds are kept. An older round has its reason in its own row. */
const MOST_KEPT = 100;

/**
 * Notes what prevented a round's lock. Memory would lose it, because the platform removes an object that nobody calls
 * for ten seconds.
 */
export async function saveLockProblem(db: D1Database, { round, reason, detail, cause }: LockProblem): Promise<void> {
  await db.batch([
    db
      .prepare(
        `INSERT INTO lock_problems (round, reason, detail, cause) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (round) DO UPDATE SET reason = excluded.reason, detail = excluded.detail, cause = excluded.cause`,
      )
      .bind(round, reason, detail, cause),
    db.prepare('DELETE FROM lock_problems WHERE round <= ?').bind(round - MOST_KEPT),
  ]);
}

/** What was noted of the rounds from `first` to `last`, both included. */
export async function lockProblems(
  db: D1Database,
  first: number,
  last: number,
): Promise<ReadonlyMap<number, LockProblem>> {
  const { results } = await db
    .prepare('SELECT round, reason, detail, cause FROM lock_problems WHERE round BETWEEN ? AND ?')
    .bind(first, last)
    .all();
  return new Map(
    z
      .array(row)
      .parse(results)
      .map((problem) => [problem.round, problem]),
  );
}
