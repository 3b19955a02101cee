import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, expect } from 'vitest';
import { type StatementOfWorker, walksOf } from './queryPlan.ts';

/**
 * Runs beside every test that has the database. Whatever statement the worker's own code prepares in it is explained
 * by SQLite when the file ends, and none may walk over a table that grows. So there is no list of statements that
 * somebody has to keep: one that a test reaches is looked at.
 */
const unexplained = watchPreparedStatements();

afterAll(async () => {
  const statements = unexplained.splice(0);
  if (statements.length === 0) return;
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  expect(await walksOf(env.DB, statements)).toEqual([]);
});

/** The statements that the worker's code has prepared and nobody has explained yet; each stands there once. */
function watchPreparedStatements(): StatementOfWorker[] {
  const kept = globalThis as { watchedStatements?: StatementOfWorker[] };
  if (kept.watchedStatements !== undefined) return kept.watchedStatements;
  const [known, open] = [new Set<string>(), [] as StatementOfWorker[]];
  // A session has a `prepare` of its own.
  for (const prototype of [Object.getPrototypeOf(env.DB), Object.getPrototypeOf(env.DB.withSession())]) {
    const { prepare } = prototype;
    prototype.prepare = function (this: D1Database, sql: string): D1PreparedStatement {
      if (!known.has(sql)) {
        const from = callerOf(new Error('who asks').stack ?? '');
        if (from !== null) {
          known.add(sql);
          open.push({ sql, from });
        }
      }
      return prepare.call(this, sql);
    };
  }
  kept.watchedStatements = open;
  return open;
}

/** The file of the worker that prepared a statement; null when a test did. */
function callerOf(stack: string): string | null {
  const asked = stack.split('\n').find((line) => /\/(?:worker|test)\//.test(line) && !line.includes('/watchPlans.ts'));
  return asked?.match(/\/(worker\/(?!.*\/test\/)[\w/.-]+\.ts)/)?.[1] ?? null;
}
