import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { configAnswer } from '../../src/contract/distribution.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { eventually } from '../rounds/eventually.ts';
import { WORKER_BUNDLE } from '../rounds/workerBundle.ts';
import { announceTerms } from '../world/announceTerms.ts';
import { buildTestWorker } from '../world/buildTestWorker.ts';
import { fetchAgain } from '../world/fetchAgain.ts';
import { migratedState } from '../world/migratedState.ts';
import { type MiniflareWorker, startMiniflareWorker } from '../world/miniflareWorker.ts';
import { seededBytes } from '../world/seededKeys.ts';
import { startWorld } from '../world/startWorld.ts';
import type { Known } from './describedDrafts.ts';

/** A running worker whose database has data for every route. */
export interface Fuzzed {
  readonly url: string;
  readonly known: Known;
  /** Routes as the app registers them, `get /api/lottery/rounds/{round}`. */
  readonly registered: readonly string[];
  /** Lines that the worker has logged. */
  readonly logs: readonly string[];
  stop(): Promise<void>;
}

const ROUND_SECONDS = 3_600;
/** How many rounds have closed; test/worker/fuzz/seedRounds.ts says how each ended. */
const CLOSED = 8;
/** The running round is locked this long after the worker's start is prepared, and stays locked for most of an hour. */
const LOCK_AFTER_SECONDS = 6;
/**
 * How much later the lock comes when the terms were not announced in time, because terms that come after the first lock
 * do not count.
 */
const MORE_TIME = 5;
const LOCKED_SECONDS = 3_000;
const SEED_FILE = 'test/worker/fuzz/seedWorker.ts';

/**
 * The local world with the built worker (`dist/worker`) on a database that was filled before: rounds with every kind of
 * end, winners, tax cycles, an outflow. The worker locks one more list itself. Everything but the time depends on
 * `worldSeed`.
 */
export async function startFuzzed(worldSeed: string, lockAfterSeconds = LOCK_AFTER_SECONDS): Promise<Fuzzed> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const [seedBundle, persistTo] = [join(folder, 'seed'), join(folder, 'state')];
  const state = migratedState();
  if (state !== null) cpSync(state, persistTo, { recursive: true });
  const ending: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ending.splice(0).reverse()) await end();
  };
  try {
    const [world] = await Promise.all([
      startWorld({ worldSeed, holders: 60, slotMs: 200 }),
      buildTestWorker(SEED_FILE, seedBundle),
    ]);
    ending.push(() => world.stop());
    const now = Math.floor(Date.now() / 1000);
    const locksAt = now + lockAfterSeconds;
    const genesisTime = locksAt + LOCKED_SECONDS - (CLOSED + 1) * ROUND_SECONDS;
    const schedule = { genesisTime, roundSeconds: ROUND_SECONDS, entryLockSeconds: LOCKED_SECONDS };
    const logs: string[] = [];
    const settings = world.settings(schedule);
    const announced = await announceTerms(world.runtime.connection, settings, { from: CLOSED + 1 });
    if (Date.now() / 1000 >= locksAt) {
      await stop();
      return await startFuzzed(worldSeed, MORE_TIME * lockAfterSeconds);
    }
    const worker = await startMiniflareWorker({
      ...{ bundleDir: seedBundle, persistTo, isMigrated: state !== null, settings },
      kept: new Map([announced.kept]),
      onLog: (line) => logs.push(line),
    });
    ending.push(() => worker.stop());
    const outflows = ['one', 'two'].map((name) => signatureOf(worldSeed, name));
    const { pool, adminKey } = world;
    const seeding = { genesisTime, roundSeconds: ROUND_SECONDS, pool: pool.publicKey.toBase58(), now, outflows };
    await asked(`${worker.url}/seed`, { method: 'POST', body: JSON.stringify(seeding) });
    const registered = apiRoutes(await asked(`${worker.url}/routes`));
    await worker.deploy(WORKER_BUNDLE);
    await isLocked(worker);
    const wallets = [world.marketMaker, ...world.holders.ordinary.slice(0, 3).map(({ keypair }) => keypair.publicKey)];
    const known = await knownOf(worker.url, {
      adminKey,
      now,
      outflows,
      addresses: wallets.map((key) => key.toBase58()),
    });
    return { url: worker.url, known, registered, logs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Wakes the worker, as Cloudflare does each minute, until it has locked the running round. */
async function isLocked(worker: MiniflareWorker): Promise<void> {
  const phase = async () => {
    await (await worker.cron('* * * * *')).arrayBuffer();
    const response = await fetchAgain(`${worker.url}/api/lottery/stats`);
    return response.ok ? ((await response.json()) as Stats).currentRound.phase : `status ${response.status}`;
  };
  await eventually(phase, (found) => found === 'locked');
}

interface Facts {
  readonly adminKey: string;
  /** Unix seconds of the seeding. */
  readonly now: number;
  readonly outflows: readonly string[];
  readonly addresses: readonly string[];
}

async function knownOf(url: string, { adminKey, now, outflows, addresses }: Facts): Promise<Known> {
  const config = await asked(`${url}/api/admin/tax-distribution/config`, { headers: { 'x-admin-key': adminKey } });
  const { wallets } = configAnswer.parse(config).data;
  const reason = 'looked at it';
  const turned = wallets.map((wallet, i) => ({ ...wallet, percentage: wallets.at(i - 1)?.percentage ?? 0 }));
  return {
    adminKey,
    params: {
      round: Array.from({ length: CLOSED + 2 }, (_, i) => `${i + 1}`),
      cycle: [7_200, 3_600, 1_800].map((ago) => `${now - ago}`),
      id: ['tax-distribution'],
      address: addresses,
      search: ['Lottery', 'Admin', ...outflows],
    },
    bodies: {
      'put /api/admin/tax-distribution/config/{id}': [{ wallets }, { wallets: turned, adminId: 'me' }],
      'post /api/admin/tax-distribution/preview': [{ amount: 1_000.5, wallets, currency: 'SOL' }],
      'post /api/admin/operations/resume': [
        // Only the last one may resume the rounds, because it names all outflows.
        ...[{ reason }, { reason, acknowledge: outflows.slice(1) }, { reason, part: 'tax' }],
        { reason, acknowledge: outflows },
      ],
      'post /api/admin/operations/pause': [
        { reason, part: 'rounds' },
        { reason, part: 'tax' },
      ],
    },
  };
}

async function asked(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetchAgain(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

/** Hono's names of routes, written as the contract writes them. */
function apiRoutes(found: unknown): readonly string[] {
  const routes = found as readonly { readonly method: string; readonly path: string }[];
  const names = routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}')}`);
  return [...new Set(names)].sort();
}

/** 64 bytes that are nobody's signature. */
function signatureOf(worldSeed: string, name: string): string {
  return base58.encode(
    Buffer.concat(['first', 'second'].map((half) => seededBytes(worldSeed, `${half} half of ${name}`))),
  );
}
