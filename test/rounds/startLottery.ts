import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { type Proof, proof as proofSchema } from '../../src/contract/round.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { type TriggerResult, triggerResult } from '../../src/contract/trigger.ts';
import { type MiniflareWorker, startMiniflareWorker } from '../world/miniflareWorker.ts';
import type { Outbound } from '../world/passOutbound.ts';
import type { World } from '../world/startWorld.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

const SOL = 1_000_000_000n;

export interface LotteryOptions {
  readonly world: World;
  readonly poolLamports?: bigint;
  /** An existing pool wallet, for a second deployment with the same key. */
  readonly pool?: Keypair;
  readonly roundSeconds?: number;
  readonly entryLockSeconds?: number;
  /** Asked when the worker is about to start, unix seconds; by default so that the first lock is due a few seconds later. */
  readonly genesisTime?: () => number;
  readonly overrides?: Readonly<Record<string, string>>;
  readonly outbound?: Outbound;
}

/** One deployment of the product on the world's chain, with a pool wallet and a database of its own. */
export interface Lottery {
  readonly url: string;
  readonly pool: Keypair;
  readonly worker: MiniflareWorker;
  readonly genesisTime: number;
  readonly logs: readonly string[];
  /** Unix seconds. */
  endsAt(round: number): number;
  get<T>(path: string): Promise<T>;
  proof(round: number): Promise<Proof>;
  stats(): Promise<Stats>;
  trigger(): Promise<TriggerResult>;
  /** Polls until a round is in one of `states`, then returns its proof; throws with what it last was after `seconds`. */
  until(round: number, states: readonly Proof['state'][], seconds?: number): Promise<Proof>;
  /** An operator's call. */
  operate(action: 'pause' | 'resume' | 'advance'): Promise<void>;
  stop(): Promise<void>;
}

/** Time between the start and the first lock: workerd has to be up. */
const START_SECONDS = 4;
/** Workers start one after the other: many at once would starve each other past their first lock. */
let starts: Promise<unknown> = Promise.resolve();
const POLL_MS = 100;

export function startLottery(options: LotteryOptions): Promise<Lottery> {
  const started = starts.then(() => start(options));
  starts = started.catch(() => undefined);
  return started;
}

async function start(options: LotteryOptions): Promise<Lottery> {
  const { world, roundSeconds = 26, entryLockSeconds = 20 } = options;
  const pool = options.pool ?? Keypair.generate();
  if (options.pool === undefined) await world.runtime.fundSol(pool.publicKey, options.poolLamports ?? 100n * SOL);
  const now = Math.ceil(Date.now() / 1000);
  const genesisTime = options.genesisTime?.() ?? now + START_SECONDS - (roundSeconds - entryLockSeconds);
  const persistTo = mkdtempSync(join(tmpdir(), 'lottery-'));
  const logs: string[] = [];
  const worker = await startMiniflareWorker({
    bundleDir: WORKER_BUNDLE,
    persistTo,
    settings: world.settings(
      { genesisTime, roundSeconds, entryLockSeconds },
      { POOL_SECRET_KEY: base58.encode(pool.secretKey), ...options.overrides },
    ),
    onLog: (line) => logs.push(line),
    ...(options.outbound && { outbound: options.outbound }),
  });
  await wake(worker);

  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(worker.url + path);
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const proof = async (round: number) => proofSchema.parse(await get(`/api/lottery/rounds/${round}/proof`));

  return {
    url: worker.url,
    pool,
    worker,
    genesisTime,
    logs,
    endsAt: (round) => genesisTime + round * roundSeconds,
    get,
    proof,
    stats: () => get<Stats>('/api/lottery/stats'),
    trigger: async () => {
      const response = await fetch(`${worker.url}/api/lottery/trigger-round`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      if (response.status !== 200) throw new Error(`trigger-round answered ${response.status}`);
      return triggerResult.parse(await response.json());
    },
    until: async (round, states, seconds = 60) => {
      const deadline = Date.now() + seconds * 1000;
      let last = 'unknown';
      for (;;) {
        const seen = await proof(round).catch(() => null);
        if (seen !== null && states.includes(seen.state)) return seen;
        last = seen === null ? last : `${seen.state} ${seen.reason ?? ''}`;
        if (Date.now() > deadline)
          throw new Error(`round ${round} is ${last}, not ${states.join(' or ')}\n${logs.slice(-20).join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    operate: async (action) => {
      const response = await fetch(`${worker.url}/api/admin/operations/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-admin-key': world.adminKey },
        body: JSON.stringify({ reason: 'a test' }),
      });
      if (!response.ok) throw new Error(`${action} answered ${response.status}: ${await response.text()}`);
    },
    stop: async () => {
      await worker.stop();
      rmSync(persistTo, { recursive: true, force: true });
    },
  };
}

/** What Cloudflare does each minute: the first tick arms the alarm, the rest is the object's own doing. */
export async function wake(worker: MiniflareWorker): Promise<void> {
  await (await worker.cron('* * * * *')).arrayBuffer();
}
