import { actionStatement } from './noteAction.ts';

/** Who pauses or ends a pause, why, and when (unix milliseconds). */
export interface PauseStart {
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}

/** The statement that starts a pause if the SQL condition `where` is true. It changes nothing while a pause lasts. */
export function pauseStatement(db: D1Database, { by, reason, at }: PauseStart, where = 'true'): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO pauses (paused_at, paused_by, reason) SELECT ?, ?, ? WHERE ${where} ON CONFLICT DO NOTHING`)
    .bind(at, by, reason);
}

/** Pauses new locks and notes the action, all or nothing. A pause under way stays as it is. `at`: unix milliseconds. */
export async function startPause(db: D1Database, by: string, reason: string, at: number): Promise<void> {
  const pause = { by, reason, at };
  await db.batch([pauseStatement(db, pause), pauseNoted(db, pause, 'pauses')]);
}

/** As `startPause`, for the tax: while the tax is paused, nothing of it is signed. */
export async function startTaxPause(db: D1Database, pause: PauseStart): Promise<void> {
  const { by, reason, at } = pause;
  await db.batch([
    db
      .prepare('INSERT INTO tax_pauses (paused_at, paused_by, reason) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .bind(at, by, reason),
    pauseNoted(db, pause, 'tax_pauses'),
  ]);
}

/** Lets the tax go on. Changes nothing if the tax is not paused. */
export async function endTaxPause(db: D1Database, end: PauseStart): Promise<void> {
  await db.batch([
    db.prepare('UPDATE tax_pauses SET resumed_at = ?1, resumed_by = ?2 WHERE resumed_at IS NULL').bind(end.at, end.by),
    actionStatement(db, end, {
      ...{ action: 'resume', subject: 'tax', values: [] },
      where: `EXISTS (SELECT 1 FROM tax_pauses WHERE ${newest('tax_pauses')} AND resumed_at = ?1 AND resumed_by = ?2)`,
    }),
  ]);
}

/** The SQL condition of the newest pause. Only one lasts at a time, so it is the one that was just begun or ended. */
export const newest = (table: 'pauses' | 'tax_pauses') => `id = (SELECT max(id) FROM ${table})`;

function pauseNoted(db: D1Database, pause: PauseStart, table: 'pauses' | 'tax_pauses'): D1PreparedStatement {
  return actionStatement(db, pause, {
    ...{ action: 'pause', subject: table === 'pauses' ? 'rounds' : 'tax', values: [] },
    where: `EXISTS (SELECT 1 FROM ${table} WHERE ${newest(table)} AND paused_at = ?1 AND paused_by = ?2 AND reason = ?5)`,
  });
}
