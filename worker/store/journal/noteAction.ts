import type { Deed } from '../views/console/actions.ts';

export interface Named {
  readonly action: string;
  readonly subject: string | null;
  /**
   * The SQL condition that is true when the change was made. Otherwise no action is noted. It runs in the batch of the
   * change. Its values are ?6 and following.
   */
  readonly where: string;
  readonly values: readonly (string | number | null)[];
  /** What the action changes, as a sentence. Left out when the subject says it. */
  readonly details?: string;
}

/** The statement that records who did what, for the batch of the change itself. */
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
