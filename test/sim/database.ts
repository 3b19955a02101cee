import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { sqlStatements } from '../world/sqlStatements.ts';

const SCHEMA = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .flatMap((name) => sqlStatements(readFileSync(join('migrations', name), 'utf8')))
  .join(';\n');

const TABLES = [...SCHEMA.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name);
/**
 * A table that refers to another one is created after it, so tables are emptied from the last to the first. Switching
 * foreign keys off instead would make SQLite prepare every statement anew. `sqlite_sequence` has no rows here, because
 * no table uses AUTOINCREMENT.
 */
const EMPTY = [
  ...TABLES.toReversed().map((name) => `DELETE FROM ${name}`),
  // Rows that the migrations insert.
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
  /** The tables that were written to since the last call. */
  written(): ReadonlySet<string>;
  /** The number of writes so far, for `restore`. */
  length(): number;
  /** Puts the database back to what it was after this number of writes. Later writes are lost. */
  restore(length: number): void;
  /** Reads for the invariants, independently of the worker. */
  ask<T>(sql: string, ...values: SQLInputValue[]): T[];
  close(): void;
}

const IS_READ = /^\s*select/i;
const TARGET = /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from|replace\s+into)\s+(\w+)/i;
const IS_WRITE = /^\s*(insert|update|delete|replace|with .* (insert|update|delete))/is;

/**
 * One connection serves one world after the other, so that the schema and the prepared statements are made only once.
 */
interface Connection {
  readonly sqlite: DatabaseSync;
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  readonly rollback: StatementSync;
  /** The tables of the statement that is being prepared, as SQLite reports them. */
  readonly touched: Touched;
  readonly prepared: Map<string, Prepared>;
  /** How often each table was written to. */
  readonly stamps: Map<string, number>;
}

/**
 * A prepared statement, and what is known of its text. It is kept because asking SQLite for the columns costs more than
 * running the statement.
 */
interface Prepared {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
  readonly isRead: boolean;
  readonly isWrite: boolean;
  readonly target: string;
  readonly tables: Tables;
  /** Its last answers by their bound values. An answer stays valid until one of its tables is written to. */
  readonly answers: Map<string, Answer>;
}
interface Answer {
  readonly stamp: number;
  readonly rows: readonly Record<string, unknown>[];
}
interface Touched {
  read: Set<string>;
  written: Set<string>;
}
/** The tables that a statement uses according to SQLite, also through a foreign key or a view. */
interface Tables {
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Whether it uses the clock, random numbers or the result of an earlier statement. Then no answer is kept. */
  readonly isUnsteady: boolean;
}
const { SQLITE_OK, SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE } = constants;
const UNSTEADY =
  /\b(random|randomblob|date|time|datetime|julianday|unixepoch|strftime|changes|total_changes|last_insert_rowid)\s*\(|\bcurrent_/i;
const MOST_ANSWERS = 32;
const idle: Connection[] = [];
/** Some statements carry a number in their text and never come again. */
const MOST_PREPARED = 600;

export function createDatabase(): Database {
  const connection = idle.pop() ?? open();
  const { begin, commit, rollback, prepared, stamps } = connection;
  const writes: (readonly Statement[])[] = [];
  let written = new Set<string>();

  function prepare(sql: string): Prepared {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const { statement, tables } = prepareAndTell(connection, sql);
    const hasRows = statement.columns().length > 0;
    const target = TARGET.exec(sql)?.[1] ?? 'other';
    const [isRead, isWrite] = [IS_READ.test(sql), IS_WRITE.test(sql)];
    const made = { statement, hasRows, isRead, isWrite, target, tables, answers: new Map<string, Answer>() };
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    prepared.set(sql, made);
    return made;
  }

  function one({ sql, values }: Statement): StatementOutcome {
    const known = prepare(sql);
    const { statement, hasRows, isRead, isWrite, tables } = known;
    if (isRead) return { results: [...read(known, values)], success: true, meta: { changes: 0 } };
    if (hasRows) {
      const results = statement.all(...values) as Record<string, unknown>[];
      touch(tables.written);
      return { results, success: true, meta: { changes: isWrite ? results.length : 0 } };
    }
    const { changes } = statement.run(...values);
    if (changes !== 0) touch(tables.written);
    return { results: [], success: true, meta: { changes: Number(changes) } };
  }

  /** Rows are frozen, because several callers may get the same ones. */
  function read({ statement, tables, answers }: Prepared, values: readonly SQLInputValue[]) {
    const name = tables.isUnsteady ? null : nameOf(values);
    if (name === null) return statement.all(...values) as Record<string, unknown>[];
    let stamp = 0;
    for (const table of tables.read) stamp += stamps.get(table) ?? 0;
    const known = answers.get(name);
    if (known?.stamp === stamp) return known.rows;
    const rows = statement.all(...values) as Record<string, unknown>[];
    for (const row of rows) Object.freeze(row);
    if (answers.size >= MOST_ANSWERS) answers.clear();
    answers.set(name, { stamp, rows });
    return rows;
  }

  function touch(tables: Iterable<string>): void {
    for (const table of tables) stamps.set(table, (stamps.get(table) ?? 0) + 1);
  }

  function transact(statements: readonly Statement[]): StatementOutcome[] {
    const isRead = ({ sql }: Statement) => prepared.get(sql)?.isRead ?? IS_READ.test(sql);
    if (statements.every(isRead)) return statements.map(one);
    begin.run();
    try {
      const outcomes = statements.map(one);
      commit.run();
      if (outcomes.some(({ meta }) => meta.changes > 0)) {
        writes.push(statements);
        for (const { sql } of statements) written.add(prepare(sql).target);
      }
      return outcomes;
    } catch (error) {
      rollback.run();
      for (const { sql } of statements) touch(prepared.get(sql)?.tables.written ?? []);
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
    ask: <T>(sql: string, ...values: SQLInputValue[]) => [...read(prepare(sql), values)] as T[],
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

function open(): Connection {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF');
  sqlite.exec(SCHEMA);
  const touched: Touched = { read: new Set(), written: new Set() };
  // Set only once, because after a change of the authorizer SQLite prepares every statement again.
  sqlite.setAuthorizer((action, table) => {
    if (table !== null && action === SQLITE_READ) touched.read.add(table);
    if (table !== null && (action === SQLITE_INSERT || action === SQLITE_UPDATE || action === SQLITE_DELETE))
      touched.written.add(table);
    return SQLITE_OK;
  });
  const [begin, commit, rollback] = [sqlite.prepare('BEGIN'), sqlite.prepare('COMMIT'), sqlite.prepare('ROLLBACK')];
  return { sqlite, begin, commit, rollback, touched, prepared: new Map(), stamps: new Map() };
}

function empty({ sqlite, stamps }: Connection): void {
  sqlite.exec(EMPTY);
  for (const [table, times] of stamps) stamps.set(table, times + 1);
}

function prepareAndTell(
  { sqlite, touched }: Connection,
  sql: string,
): { readonly statement: StatementSync; readonly tables: Tables } {
  touched.read = new Set();
  touched.written = new Set();
  const statement = sqlite.prepare(sql);
  return {
    statement,
    tables: { read: [...touched.read], written: [...touched.written], isUnsteady: UNSTEADY.test(sql) },
  };
}

/** Bound values as one text; null when they have no such text. */
function nameOf(values: readonly SQLInputValue[]): string | null {
  if (values.length === 0) return '';
  return values.every((value) => typeof value === 'string' || typeof value === 'number' || value === null)
    ? JSON.stringify(values)
    : null;
}
