/** Where and when a row is written; `at` is unix milliseconds. */
export interface Writing {
  readonly db: D1Database;
  readonly at: number;
}

/** Runs a conditional update, and answers whether it changed exactly one row. */
export function createChangesOne(db: D1Database) {
  return async (sql: string, values: readonly (string | number | null)[]): Promise<boolean> => {
    const { meta } = await db
      .prepare(sql)
      .bind(...values)
      .run();
    return meta.changes === 1;
  };
}

/** Runs statements in one transaction: true when the one at index `which` (-1: the last) changed exactly one row. */
export async function batchChangesOne(
  db: D1Database,
  which: number,
  statements: D1PreparedStatement[],
): Promise<boolean> {
  const results = await db.batch(statements);
  return results.at(which)?.meta.changes === 1;
}
