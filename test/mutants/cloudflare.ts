import type { SQLInputValue } from 'node:sqlite';
import { createDatabase, type Statement } from '../sim/database.ts';

/**
 * What the worker's unit tests import of `cloudflare:workers` and `cloudflare:test`, for plain Node: D1 is SQLite in
 * memory with the project's migrations, and KV is a map.
 */
const database = createDatabase();

/** A class, because `test/worker/watchPlans.ts` watches D1 at its prototype. */
class MemoryD1 {
  prepare(sql: string): MemoryStatement {
    return new MemoryStatement({ sql, values: [] });
  }
  async batch(statements: readonly MemoryStatement[]) {
    return database.transact(statements.map(({ statement }) => statement));
  }
  async exec(sql: string) {
    for (const one of sql.split(';')) database.transact([{ sql: one, values: [] }]);
  }
  withSession(): MemoryD1 {
    return this;
  }
}

class MemoryStatement {
  readonly statement: Statement;
  constructor(statement: Statement) {
    this.statement = statement;
  }
  bind(...values: unknown[]): MemoryStatement {
    return new MemoryStatement({ sql: this.statement.sql, values: values.map(toSql) });
  }
  async all() {
    return database.transact([this.statement])[0];
  }
  async run() {
    return this.all();
  }
  async raw() {
    return (await this.all())?.results.map((row) => Object.values(row));
  }
  async first(column?: string) {
    const row = (await this.all())?.results[0];
    return row === undefined ? null : column === undefined ? row : row[column];
  }
}

function toSql(value: unknown): SQLInputValue {
  if (value === undefined) throw new TypeError('D1_TYPE_ERROR: undefined is not supported');
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof ArrayBuffer ? new Uint8Array(value) : (value as SQLInputValue);
}

const kept = new Map<string, string>();
const CACHE = {
  get: async (name: string, type?: 'json') =>
    type === 'json' ? JSON.parse(kept.get(name) ?? 'null') : (kept.get(name) ?? null),
  put: async (name: string, value: string) => void kept.set(name, value),
  delete: async (name: string) => void kept.delete(name),
  list: async () => ({ keys: [...kept.keys()].map((name) => ({ name })) }),
};

export const env = { DB: new MemoryD1(), CACHE, TEST_MIGRATIONS: [] };
/** Every database here has them from its beginning. */
export const applyD1Migrations = async () => {};
export const waitUntil = () => {};
