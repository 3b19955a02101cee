import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMiniflareWorker } from './miniflareWorker.ts';
import { MIGRATIONS, REPOSITORY } from './worldFolders.ts';

/** The folder of the state with exactly these migrations; other migrations have another folder. */
function folder(): string {
  const files = readdirSync(MIGRATIONS).sort();
  const hash = createHash('sha256');
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(join(MIGRATIONS, name)));
  return join(REPOSITORY, 'dist', `state-${hash.digest('hex').slice(0, 16)}`);
}

/** The state of a worker whose database is empty and has all migrations, to copy from; null when nobody has made it. */
export function migratedState(): string | null {
  return existsSync(folder()) ? folder() : null;
}

/** Makes the state once, because migrating for every deployment would take a third of the time of its tests. */
export async function makeMigratedState(bundleDir: string): Promise<void> {
  if (migratedState() !== null) return;
  const persistTo = mkdtempSync(join(tmpdir(), 'state-'));
  const worker = await startMiniflareWorker({ bundleDir, persistTo, settings: {} });
  await worker.stop();
  const made = folder();
  const near = `${made}-${process.pid}`;
  cpSync(persistTo, near, { recursive: true });
  rmSync(persistTo, { recursive: true, force: true });
  // Renamed in one step, so that nobody copies half of it.
  if (existsSync(made)) rmSync(near, { recursive: true, force: true });
  else renameSync(near, made);
}
