import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { sqlStatements } from '../world/sqlStatements.ts';

const SCHEMA = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .flatMap((name) => sqlStatements(readFileSync(join('migrations', name), 'utf8')))
  .join(';\n');

const TABLES = [...SCHEMA.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name);
/** `sqlite_sequence` has no rows here: no table counts by itself. */
const EMPTY = [
  'PRAGMA foreign_keys = OFF',
  ...TABLES.map((name) => `DELETE FROM ${name}`),
  'PRAGMA foreign_keys = ON',
  // Rows that the migrations make.
  ...SCHEMA.split(';\n').filter((statement) => /^INSERT/i.test(statement.trim())),
].join(';\n');

export interface Statement {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}
export interface StatementOutcome {
  readonly results: Record<string, unknown>[];
  readonly success: true;
  readonly meta: { readonly changes: number };
}

/** The one database of a world: SQLite in memory with the project's own migrations. */
export interface Database {
  /** All statements or none, as D1's batch. Throws as D1 does. */
  transact(statements: readonly Statement[]): StatementOutcome[];
  /** The tables written to since this was last asked. */
  written(): ReadonlySet<string>;
  /** How many writes there were: what `restore` takes. */
  length(): number;
  /** The database as it was after so many writes: what came later is lost. */
  restore(length: number): void;
  /** For invariants: reads beside the worker. */
  ask<T>(sql: string, ...values: SQLInputValue[]): T[];
  close(): void;
}

const IS_READ = /^\s*select/i;
const TARGET = /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from|replace\s+into)\s+(\w+)/i;
const IS_WRITE = /^\s*(insert|update|delete|replace|with .* (insert|update|delete))/is;

/** One connection serves one world after the other: its schema and its prepared statements are made once. */
interface Connection {
  readonly sqlite: DatabaseSync;
  readonly prepared: Map<string, Prepared>;
}

/** A statement, and what its text says: to ask SQLite for its columns costs more than to run it. */
interface Prepared {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
  readonly isRead: boolean;
  readonly isWrite: boolean;
  readonly target: string;
}
const idle: Connection[] = [];
/** Some statements carry a number in their text and never come again. */
const MOST_PREPARED = 600;

export function createDatabase(): Database {
  const connection = idle.pop() ?? { sqlite: open(), prepared: new Map() };
  const { sqlite, prepared } = connection;
  const writes: (readonly Statement[])[] = [];
  let written = new Set<string>();

  function prepare(sql: string): Prepared {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = sqlite.prepare(sql);
    const hasRows = statement.columns().length > 0;
    const target = TARGET.exec(sql)?.[1] ?? 'other';
    const made = { statement, hasRows, isRead: IS_READ.test(sql), isWrite: IS_WRITE.test(sql), target };
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    prepared.set(sql, made);
    return made;
  }

  function one({ sql, values }: Statement): StatementOutcome {
    const { statement, hasRows, isWrite } = prepare(sql);
    if (hasRows) {
      const results = statement.all(...values) as Record<string, unknown>[];
      return { results, success: true, meta: { changes: isWrite ? results.length : 0 } };
    }
    const { changes } = statement.run(...values);
    return { results: [], success: true, meta: { changes: Number(changes) } };
  }

  function transact(statements: readonly Statement[]): StatementOutcome[] {
    const isRead = ({ sql }: Statement) => prepared.get(sql)?.isRead ?? IS_READ.test(sql);
    if (statements.every(isRead)) return statements.map(one);
    sqlite.exec('BEGIN');
    try {
      const outcomes = statements.map(one);
      sqlite.exec('COMMIT');
      if (outcomes.some(({ meta }) => meta.changes > 0)) {
        writes.push(statements);
        for (const { sql } of statements) written.add(prepare(sql).target);
      }
      return outcomes;
    } catch (error) {
      sqlite.exec('ROLLBACK');
      throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return {
    transact,
    written() {
      const tables = written;
      written = new Set();
      return tables;
    },
    length: () => writes.length,
    ask: <T>(sql: string, ...values: SQLInputValue[]) => prepare(sql).statement.all(...values) as T[],
    restore(length) {
      empty(connection);
      for (const statements of writes.splice(0).slice(0, length)) transact(statements);
    },
    close() {
      empty(connection);
      idle.push(connection);
    },
  };
}

function open(): DatabaseSync {
  const fresh = new DatabaseSync(':memory:');
  fresh.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF');
  fresh.exec(SCHEMA);
  return fresh;
}

function empty({ sqlite }: Connection): void {
  sqlite.exec(EMPTY);
}
