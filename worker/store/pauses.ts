import * as z from 'zod';
import { actionStatement } from './actions.ts';
import type { Reads } from './reads.ts';

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

const rows = z.array(z.object({ paused_at: z.int(), resumed_at: z.int().nullable(), reason: z.string() }));

/** Parses what `pausesStatement` returned. */
export function parsePauses(results: readonly unknown[] | undefined): Pause[] {
  return rows.parse(results).map((row) => ({ pausedAt: row.paused_at, resumedAt: row.resumed_at, reason: row.reason }));
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

/**
 * Holds the rounds off and notes who did it, all or nothing. A pause under way stays as it is. `at`: unix milliseconds.
 */
export async function startPause(db: D1Database, by: string, reason: string, at: number): Promise<void> {
  const pause = { by, reason, at };
  await db.batch([pauseStatement(db, pause), pauseNoted(db, pause, 'pauses')]);
}

/** As `startPause`, of the tax: nothing is signed for it while it lasts. */
export async function startTaxPause(db: D1Database, pause: PauseStart): Promise<void> {
  const { by, reason, at } = pause;
  await db.batch([
    db
      .prepare('INSERT INTO tax_pauses (paused_at, paused_by, reason) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .bind(at, by, reason),
    pauseNoted(db, pause, 'tax_pauses'),
  ]);
}

/** Lets the tax go on; where it was not paused nothing changes. */
export async function endTaxPause(db: D1Database, end: PauseStart): Promise<void> {
  await db.batch([
    db.prepare('UPDATE tax_pauses SET resumed_at = ?1, resumed_by = ?2 WHERE resumed_at IS NULL').bind(end.at, end.by),
    actionStatement(db, end, {
      ...{ action: 'resume', subject: 'tax', values: [] },
      where: `EXISTS (SELECT 1 FROM tax_pauses WHERE ${newest('tax_pauses')} AND resumed_at = ?1 AND resumed_by = ?2)`,
    }),
  ]);
}

/** Whether an operator has stopped the tax. */
export async function isTaxPaused(db: D1Database): Promise<boolean> {
  return (await taxPauseStatement(db).first()) !== null;
}

/** Since when an operator has paused the tax, unix milliseconds; null while nobody has. */
export async function taxPausedAt(db: Reads): Promise<number | null> {
  // By the newest alone, one row at most: visitors ask this too.
  const newestOf = 'SELECT paused_at, resumed_at FROM tax_pauses WHERE id > 0 ORDER BY id DESC LIMIT 1';
  const row = await db.prepare(newestOf).first();
  if (row === null) return null;
  const { paused_at, resumed_at } = z.object({ paused_at: z.int(), resumed_at: z.int().nullable() }).parse(row);
  return resumed_at === null ? paused_at : null;
}

/** As `isTaxPaused`, to be read in one view with others: one row while it lasts. */
export function taxPauseStatement(db: D1Database): D1PreparedStatement {
  return db.prepare('SELECT 1 FROM tax_pauses WHERE resumed_at IS NULL');
}

/** One at a time: what was begun or ended just now is the newest. */
export const newest = (table: 'pauses' | 'tax_pauses') => `id = (SELECT max(id) FROM ${table})`;

function pauseNoted(db: D1Database, pause: PauseStart, table: 'pauses' | 'tax_pauses'): D1PreparedStatement {
  return actionStatement(db, pause, {
    ...{ action: 'pause', subject: table === 'pauses' ? 'rounds' : 'tax', values: [] },
    where: `EXISTS (SELECT 1 FROM ${table} WHERE ${newest(table)} AND paused_at = ?1 AND paused_by = ?2 AND reason = ?5)`,
  });
}
