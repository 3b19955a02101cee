import { Miniflare, type MiniflareOptions, NoOpLog } from 'miniflare';
import { applyMigrations } from './applyMigrations.ts';
import { fetchAgain } from './fetchAgain.ts';
import { freePort } from './freePort.ts';
import { type Outbound, passOutbound } from './passOutbound.ts';
import { listProcesses, sendSignal } from './processes.ts';
import { readModules } from './readModules.ts';
import { ASSETS, MIGRATIONS } from './worldFolders.ts';

export interface MiniflareWorkerOptions {
  /** Made by `buildWorkerBundle`. */
  readonly bundleDir: string;
  /** The text bindings, from `workerSettings`. */
  readonly settings: Readonly<Record<string, string>>;
  /** D1, KV and Durable Object storage; it survives kills and restarts. */
  readonly persistTo: string;
  /** The state there has all migrations already. */
  readonly isMigrated?: boolean;
  readonly port?: number;
  /** What KV holds before the worker is asked anything: the texts of terms. */
  readonly kept?: ReadonlyMap<string, string>;
  /** Without it the worker's requests leave workerd directly. */
  readonly outbound?: Outbound;
  /** Called with every line the worker logs. */
  readonly onLog?: (line: string) => void;
}

export interface MiniflareWorker {
  readonly url: string;
  /** The process id of the running workerd, another one after each restart. Throws while none runs. */
  pid(): number;
  /** Calls the scheduled handler: 200 when it returned, 500 when it threw. */
  cron(expression: string): Promise<Response>;
  /** The live database, to read or to damage. */
  database(): ReturnType<Miniflare['getD1Database']>;
  /** The same of KV. */
  kv(): ReturnType<Miniflare['getKVNamespace']>;
  /** Writes to KV, as `npm run terms` does. */
  keep(key: string, text: string): Promise<void>;
  /** SIGKILL to workerd before the first await; resolves when it is gone. It stays dead until `restart`. */
  kill9(): Promise<void>;
  /**
   * Starts again on the same port and storage, after a kill or by stopping first; new settings replace the old ones.
   */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Replaces the running worker by another build, on the same port, settings and storage: what a deployment does. */
  deploy(bundleDir: string): Promise<void>;
  stop(): Promise<void>;
}

const NAME = 'game-of-draws';

/** The built worker in one workerd, with D1 (migrated), KV, Durable Object and assets. About 0.7 s to its first answer. */
export async function startMiniflareWorker(options: MiniflareWorkerOptions): Promise<MiniflareWorker> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  let running = await launch(options, port);
  // Getting a handle blocks Miniflare, so there is one handle for each start.
  let database: ReturnType<Miniflare['getD1Database']> | null = null;
  return {
    url,
    pid: () => pidOf(port),
    cron: (expression) => fetchAgain(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(expression)}`),
    database: () => {
      database ??= running.getD1Database('DB');
      return database;
    },
    kv: () => running.getKVNamespace('CACHE'),
    keep: async (key, text) => (await running.getKVNamespace('CACHE')).put(key, text),
    kill9: async () => {
      database = null;
      sendSignal(pidOf(port), 'SIGKILL');
      // In the same tick, or Miniflare would see a crash and start workerd again by itself.
      await running.dispose();
    },
    restart: async (settings = options.settings) => {
      database = null;
      await running.dispose();
      running = await launch({ ...options, settings, isMigrated: true }, port);
    },
    deploy: async (bundleDir) => {
      database = null;
      await running.dispose();
      running = await launch({ ...options, bundleDir, isMigrated: true }, port);
    },
    stop: () => running.dispose(),
  };
}

async function launch(options: MiniflareWorkerOptions, port: number): Promise<Miniflare> {
  const miniflare = new Miniflare(miniflareOptions(options, port));
  try {
    await miniflare.ready;
    if (!options.isMigrated) await applyMigrations(await miniflare.getD1Database('DB'), MIGRATIONS);
    const kv = await miniflare.getKVNamespace('CACHE');
    for (const [key, text] of options.kept ?? []) await kv.put(key, text);
    return miniflare;
  } catch (error) {
    await miniflare.dispose();
    throw error;
  }
}

function pidOf(port: number): number {
  const own = listProcesses().find(
    ({ parent, command }) => parent === process.pid && command.includes(`=127.0.0.1:${port}`),
  );
  if (own === undefined) throw new Error(`No workerd of this process serves port ${port}`);
  return own.pid;
}

function miniflareOptions(options: MiniflareWorkerOptions, port: number): MiniflareOptions {
  const texts = Object.entries(options.settings).map(([name, value]) => [name, { type: 'text', value }] as const);
  const { outbound, onLog } = options;
  return {
    host: '127.0.0.1',
    port,
    cf: false,
    log: new NoOpLog(),
    handleStructuredLogs: ({ message }) => onLog?.(message),
    resourcePersistencePath: options.persistTo,
    unsafeTriggerHandlers: true,
    workers: [
      {
        config: {
          type: 'worker',
          name: NAME,
          compatibilityDate: '2026-08-01',
          compatibilityFlags: ['nodejs_compat'],
          manifest: { mainModule: 'index.js', modules: readModules(options.bundleDir) },
          env: {
            ...Object.fromEntries(texts),
            DB: { type: 'd1' },
            CACHE: { type: 'kv' },
            ROUNDS: { type: 'durable-object', worker: NAME, exportName: 'RoundsObject' },
            TAX: { type: 'durable-object', worker: NAME, exportName: 'TaxObject' },
            ALERTS: { type: 'durable-object', worker: NAME, exportName: 'AlertsObject' },
            PUSH: { type: 'durable-object', worker: NAME, exportName: 'PushObject' },
            ASSETS: { type: 'assets' },
          },
          exports: {
            RoundsObject: { type: 'durable-object', storage: 'sqlite' },
            TaxObject: { type: 'durable-object', storage: 'sqlite' },
            AlertsObject: { type: 'durable-object', storage: 'sqlite' },
            PushObject: { type: 'durable-object', storage: 'sqlite' },
          },
          assets: { directory: ASSETS, hasUserWorker: true },
        },
        dev: {
          // Tests check changes of the database through the API, and some change what an edge may cache for ever.
          cacheAPI: false,
          ...(outbound && { outboundService: { type: 'node-handler', handler: passOutbound(outbound) } }),
        },
      },
    ],
  };
}
