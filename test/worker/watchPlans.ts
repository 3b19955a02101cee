import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, expect } from 'vitest';
import { type StatementOfWorker, walksOf } from './queryPlan.ts';

/**
 * Runs beside every test file that has the database. When the file ends, SQLite explains every statement that the
 * worker's code prepared in it. None may walk over a table that grows. Nobody has to keep a list of statements: every
 * one that a test reaches is checked.
 */
const { unexplained } = watchPreparedStatements();

afterAll(async () => {
  const statements = unexplained.splice(0);
  if (statements.length === 0) return;
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  expect(await walksOf(env.DB, statements)).toEqual([]);
});

interface WatchedStatements {
  /** Every statement that the worker's code has prepared in this runtime. */
  readonly known: Set<string>;
  /** Those that nobody has explained yet, each once. */
  readonly unexplained: StatementOfWorker[];
}

/** Many files may share a runtime: it is watched once. */
export function watchPreparedStatements(): WatchedStatements {
  const kept = globalThis as { watchedStatements?: WatchedStatements };
  if (kept.watchedStatements !== undefined) return kept.watchedStatements;
  const watched: WatchedStatements = { known: new Set(), unexplained: [] };
  // A session has a `prepare` of its own.
  for (const prototype of [Object.getPrototypeOf(env.DB), Object.getPrototypeOf(env.DB.withSession())]) {
    const { prepare } = prototype;
    prototype.prepare = function (this: D1Database, sql: string): D1PreparedStatement {
      const from = watched.known.has(sql) ? null : callerOf(new Error('who asks').stack ?? '');
      if (from !== null) {
        watched.known.add(sql);
        watched.unexplained.push({ sql, from });
      }
      return prepare.call(this, sql);
    };
  }
  kept.watchedStatements = watched;
  return watched;
}

/** The file of the worker that prepared a statement; null when a test did. */
function callerOf(stack: string): string | null {
  const files = [...stack.matchAll(/\/((?:test\/)?worker\/[\w/.-]+\.ts)/g)].map(([, file = '']) => file);
  const asked = files.find((file) => !file.endsWith('/watchPlans.ts')) ?? null;
  return asked?.startsWith('worker/') ? asked : null;
}
