import * as z from 'zod';
import type { Reads } from '../../rows/reads.ts';

/** A time in which no round may be locked, in unix milliseconds. `resumedAt` is null while the pause lasts. */
export interface Pause {
  readonly pausedAt: number;
  readonly resumedAt: number | null;
  readonly reason: string;
}

const pauseRows = z.array(z.object({ paused_at: z.int(), resumed_at: z.int().nullable(), reason: z.string() }));
const taxPauseRow = z.object({ paused_at: z.int(), resumed_at: z.int().nullable() });

/** Pauses that end after `since`, or still last, oldest first. */
export async function pausesSince(db: D1Database, since: number): Promise<Pause[]> {
  return parsePauses((await pausesStatement(db, since).all()).results);
}

/** The statement of `pausesSince`, for a batch with other reads. */
export function pausesStatement(db: D1Database, since: number): D1PreparedStatement {
  return db
    .prepare(
      'SELECT paused_at, resumed_at, reason FROM pauses WHERE resumed_at IS NULL OR resumed_at > ? ORDER BY paused_at',
    )
    .bind(since);
}

/** Parses what `pausesStatement` returned. */
export function parsePauses(results: readonly unknown[] | undefined): Pause[] {
  return pauseRows
    .parse(results)
    .map((row) => ({ pausedAt: row.paused_at, resumedAt: row.resumed_at, reason: row.reason }));
}

/** Whether a pause covers the moment `at`. */
export function isPausedAt(pauses: readonly Pause[], at: number): boolean {
  return pauses.some((pause) => pause.pausedAt <= at && (pause.resumedAt === null || pause.resumedAt > at));
}

/** Whether an operator has paused the tax. */
export async function isTaxPaused(db: D1Database): Promise<boolean> {
  return (await taxPauseStatement(db).first()) !== null;
}

/** Since when the tax is paused, unix milliseconds; null while it is not. */
export async function taxPausedAt(db: Reads): Promise<number | null> {
  // Only the newest row is read, because visitors ask for this too.
  const newestOf = 'SELECT paused_at, resumed_at FROM tax_pauses WHERE id > 0 ORDER BY id DESC LIMIT 1';
  const row = await db.prepare(newestOf).first();
  if (row === null) return null;
  const { paused_at, resumed_at } = taxPauseRow.parse(row);
  return resumed_at === null ? paused_at : null;
}

/** The statement of `isTaxPaused`, for a batch with other reads. It returns one row while a pause lasts. */
export function taxPauseStatement(db: D1Database): D1PreparedStatement {
  return db.prepare('SELECT 1 FROM tax_pauses WHERE resumed_at IS NULL');
}
