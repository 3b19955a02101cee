import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunWrangler } from '../../commands/setup/cloudflare/runWrangler.ts';
import { bookmarkOf, fakeAccount } from '../domain/setup/fakeAccount.ts';
import { type Backup, restoreBackup, takeBackup } from '../drill/backup.ts';
import { type MiniflareWorker, startMiniflareWorker } from '../world/miniflareWorker.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

/** The address that the account gives a deployment, as wrangler tells it. */
const ADDRESS = 'https://game-of-draws-staging.someone.workers.dev';

/** A stand-in of a Cloudflare account, with a real worker, database and cache on this machine. */
export interface LocalAccount {
  readonly run: RunWrangler;
  /**
   * The `fetch` of the operator's machine: it reaches the account's API, the deployed lottery, and everything else
   * directly.
   */
  readonly fetch: typeof fetch;
  readonly repository: string;
  worker(): MiniflareWorker;
  stop(): Promise<void>;
}

/**
 * Carries out what `fakeAccount` only notes: a deployment, a bookmark, a restore, an export. Its starter has to stop
 * it.
 */
export function localAccount(): LocalAccount {
  const repository = mkdtempSync(join(tmpdir(), 'account-'));
  const fake = fakeAccount(repository);
  const states = new Map<string, Backup | null>();
  let running: MiniflareWorker | null = null;
  const worker = () => {
    if (running === null) throw new Error('nothing is deployed');
    return running;
  };

  async function note(): Promise<string> {
    const bookmark = bookmarkOf(states.size + 1);
    states.set(bookmark, running === null ? null : await takeBackup({ worker: running }));
    return bookmark;
  }

  async function deploy(args: readonly string[]): Promise<string> {
    const output = await fake.run(args);
    const deployed = fake.contents.deployed.at(-1);
    if (deployed === undefined) throw new Error('nothing was deployed');
    const { config, secrets, define } = deployed;
    const settings = { ...(config.vars as Record<string, string>), ...secrets };
    const bundleDir = join(repository, 'bundle');
    cpSync(WORKER_BUNDLE, bundleDir, { recursive: true });
    // As `--define` does: this build knows its commit.
    const [, commit = ''] = /^COMMIT:(".+")$/.exec(define) ?? [];
    const main = join(bundleDir, 'index.js');
    writeFileSync(main, `const COMMIT = ${commit};\n${readFileSync(main, 'utf8')}`);
    const persistTo = join(repository, 'state');
    if (running === null)
      running = await startMiniflareWorker({ bundleDir, persistTo, settings, kept: fake.contents.cache });
    else await running.restart(settings);
    return output;
  }

  async function readCache(): Promise<void> {
    const cache = await worker().kv();
    for (const { name } of (await cache.list()).keys)
      fake.contents.cache.set(name, (await cache.get(name, 'text')) ?? '');
  }

  return {
    repository,
    worker,
    async run(args) {
      const of = (name: string) => args[args.indexOf(name) + 1] ?? '';
      switch (args.slice(0, 3).join(' ')) {
        case 'd1 time-travel info':
          return JSON.stringify({ bookmark: await note() });
        case 'd1 time-travel restore': {
          const to = args.find((arg) => arg.startsWith('--bookmark='))?.slice('--bookmark='.length) ?? '';
          const state = states.get(to) ?? null;
          if (state === null) throw new Error(`there is no state ${to}`);
          const before = await note();
          await restoreBackup({ worker: worker() }, state);
          return JSON.stringify({ bookmark: to, previous_bookmark: before, message: '' });
        }
        case 'kv key put':
          await running?.keep(of('put'), args[4] ?? '');
          return fake.run(args);
        case 'kv key list':
        case 'kv bulk get':
          await readCache();
          return fake.run(args);
        default:
          break;
      }
      if (args[0] === 'd1' && args[1] === 'export') {
        writeFileSync(of('--output'), JSON.stringify(await takeBackup({ worker: worker() })));
        return 'Exported';
      }
      return args[0] === 'deploy' ? deploy(args) : fake.run(args);
    },
    fetch: (async (asked: RequestInfo | URL, init?: RequestInit) => {
      const url = String(asked);
      if (url.startsWith(ADDRESS)) return fetch(url.replace(ADDRESS, worker().url), init);
      return url.includes('/workers/scripts/') ? fake.fetch(asked, init) : fetch(asked, init);
    }) as typeof fetch,
    async stop() {
      await running?.stop();
      rmSync(repository, { recursive: true, force: true });
    },
  };
}
