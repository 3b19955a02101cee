import type { Deed } from '../views/console/actions.ts';

/** What was done, and to which thing. */
export interface Named {
  readonly action: string;
  readonly subject: string | null;
  /**
   * SQL's condition that it was done, for the batch of the change itself: what changed nothing is no action. Its
   * values are named from ?6 on.
   */
  readonly where: string;
  readonly values: readonly (string | number | null)[];
  /** What it changes, as a sentence; left away where the subject says it. */
  readonly details?: string;
}

/** Writes down who did what, for the batch of the change itself. */
export function actionStatement(
  db: D1Database,
  { by, reason, at }: Deed,
  { action, subject, where, values, details }: Named,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO actions (at, by, action, subject, reason, details)
       SELECT ?1, ?2, ?3, ?4, ?5, ?${values.length + 6} WHERE ${where}`,
    )
    .bind(at, by, action, subject, reason, ...values, details ?? null);
}
