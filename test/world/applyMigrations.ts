import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { sqlStatements } from './sqlStatements.ts';

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>;

/** Wrangler's own table, so that `wrangler d1 migrations apply` can continue with this database. */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** Applies the numbered SQL files of a folder that the database has not seen yet, each as one transaction. */
export async function applyMigrations(database: Database, folder: string): Promise<void> {
  await database.prepare(TABLE).run();
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  for (const name of files.sort()) {
    if (applied.has(name)) continue;
    const statements = sqlStatements(readFileSync(join(folder, name), 'utf8'));
    await database.batch([
      ...statements.map((sql) => database.prepare(sql)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
}
