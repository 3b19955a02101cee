import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPOSITORY } from './worldFolders.ts';
import { runWrangler } from './wranglerCommand.ts';

/**
 * Builds a worker that only tests have, from its file in the repository, into `bundleDir`, as `index.js`. What the product's
 * build makes (`#page`) must be there already.
 */
export async function buildTestWorker(file: string, bundleDir: string): Promise<void> {
  mkdirSync(bundleDir, { recursive: true });
  const name = basename(file, '.ts');
  const config = {
    ...{ name: name.toLowerCase(), main: join(REPOSITORY, file) },
    ...{ compatibility_date: '2026-08-01', compatibility_flags: ['nodejs_compat'] },
    rules: [{ type: 'Data', globs: ['**/*.woff2'], fallthrough: true }],
  };
  // Each build has its own folder, because two builds may run at the same time.
  const folder = mkdtempSync(join(REPOSITORY, 'dist', 'test-worker-'));
  const written = join(folder, 'wrangler.json');
  try {
    writeFileSync(written, JSON.stringify(config));
    await runWrangler(['deploy', '--dry-run', '--config', written, '--outdir', bundleDir], bundleDir);
    renameSync(join(bundleDir, `${name}.js`), join(bundleDir, 'index.js'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
