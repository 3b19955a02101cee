import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from './worldFolders.ts';

/** Generous, because a machine may be busy. */
const TIMEOUT_MS = 600_000;
const COMPILED = join(REPOSITORY, 'node_modules', '.cache', 'compiled');

/** The file of wrangler's program. It is run by this Node, because the machine's own may be too old for it. */
export function wranglerCli(): string {
  const manifest = createRequire(import.meta.url).resolve('wrangler/package.json');
  return join(manifest, '..', 'wrangler-dist', 'cli.js');
}

/** An environment in which wrangler asks nothing, reports nothing and keeps its files in `folder`. */
export function wranglerEnvironment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // The build that wrangler starts must use this Node, not the one that is installed on the machine.
    PATH: `${REPOSITORY}node_modules/.bin:${process.env.PATH ?? ''}`,
    // With NODE_ENV as a test runner sets it, the page would get React's development build.
    NODE_ENV: 'production',
    // Wrangler is one file of several megabytes. With the compiled code cached, each start takes a quarter less.
    NODE_COMPILE_CACHE: COMPILED,
    CI: '1',
    NO_COLOR: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_LOG_PATH: join(folder, 'logs'),
    WRANGLER_REGISTRY_PATH: join(folder, 'registry'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  };
}

/** Runs one wrangler command in the repository. Throws an Error with its output when it fails. */
export async function runWrangler(args: readonly string[], folder: string, signal?: AbortSignal): Promise<void> {
  const options = { cwd: REPOSITORY, env: wranglerEnvironment(folder), timeout: TIMEOUT_MS, ...(signal && { signal }) };
  try {
    await promisify(execFile)(process.execPath, ['--no-warnings', wranglerCli(), ...args], options);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`wrangler ${args.slice(0, 3).join(' ')} failed:\n${stdout}${stderr}`.trim(), { cause: error });
  }
}

/** Builds page and worker (as a deployment would) into `bundleDir`, ready for `startMiniflareWorker`. About 3 s. */
export async function buildWorkerBundle(bundleDir: string): Promise<void> {
  await runWrangler(
    ['deploy', '--dry-run', '--env=', '--outdir', bundleDir, '--metafile'],
    join(bundleDir, '.wrangler'),
  );
}
