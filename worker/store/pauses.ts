import * as z from 'zod';

/** A time in which no round may be locked. Unix milliseconds; `resumedAt` is null while it lasts. */
export interface Pause {
  readonly pausedAt: number;
  readonly resumedAt: number | null;
  readonly reason: string;
}

/** Pauses that reach past `since`, newest last. */
export async function pausesSince(db: D1Database, since: number): Promise<Pause[]> {
  return parsePauses((await pausesStatement(db, since).all()).results);
}

/** As `pausesSince`; as a statement, to be read in one view with others. */
export function pausesStatement(db: D1Database, since: number): D1PreparedStatement {
  return db
    .prepare(
      'SELECT paused_at, resumed_at, reason FROM pauses WHERE resumed_at IS NULL OR resumed_at > ? ORDER BY paused_at',
    )
    .bind(since);
}

/** Parses what `pausesStatement` returned. */
export function parsePauses(results: readonly unknown[] | undefined): Pause[] {
  return z
    .array(z.object({ paused_at: z.int(), resumed_at: z.int().nullable(), reason: z.string() }))
    .parse(results)
    .map((row) => ({ pausedAt: row.paused_at, resumedAt: row.resumed_at, reason: row.reason }));
}

/** True when a pause covers the moment `at`. */
export function isPausedAt(pauses: readonly Pause[], at: number): boolean {
  return pauses.some((pause) => pause.pausedAt <= at && (pause.resumedAt === null || pause.resumedAt > at));
}

/** Who pauses, why, and when (unix milliseconds). */
export interface PauseStart {
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}

/** Starts a pause; a second one while the first lasts changes nothing. */
export function pauseStatement(db: D1Database, { by, reason, at }: PauseStart): D1PreparedStatement {
  return db
    .prepare('INSERT INTO pauses (paused_at, paused_by, reason) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    .bind(at, by, reason);
}

export async function startPause(db: D1Database, by: string, reason: string, at: number): Promise<void> {
  await pauseStatement(db, { by, reason, at }).run();
}
