import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export interface ObjectSql {
  /** What an object finds as `ctx.storage.sql`. */
  readonly sql: SqlStorage;
  close(): void;
}

/**
 * The SQLite of one Durable Object, in memory. As on the platform a statement takes effect at once, and what it wrote
 * outlives the object's lives.
 */
export function createSqlStorage(): ObjectSql {
  const database = new DatabaseSync(':memory:');
  const prepared = new Map<string, StatementSync>();
  function exec(query: string, ...values: readonly SQLInputValue[]) {
    // A schema has several statements in one text.
    if (/^\s*CREATE/.test(query)) {
      database.exec(query);
      return { toArray: () => [] };
    }
    let statement = prepared.get(query);
    if (statement === undefined) {
      statement = database.prepare(query);
      prepared.set(query, statement);
    }
    const rows = statement.all(...values);
    return { toArray: () => rows };
  }
  return { sql: { exec } as unknown as SqlStorage, close: () => database.close() };
}
