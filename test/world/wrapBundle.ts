import { cpSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The built worker in a folder of its own, wrapped by another entry, which imports the built one as `./built.js`. The
 * entry is JavaScript for workerd and is not compiled.
 */
export function wrapBundle(bundleDir: string, entry: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wrapped-worker-'));
  cpSync(bundleDir, folder, { recursive: true });
  renameSync(join(folder, 'index.js'), join(folder, 'built.js'));
  writeFileSync(join(folder, 'index.js'), entry);
  return folder;
}
