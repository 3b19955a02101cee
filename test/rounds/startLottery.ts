import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { type Proof, proof as proofSchema } from '../../src/contract/round.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { type TriggerResult, triggerResult } from '../../src/contract/trigger.ts';
import type { AnnouncedTerms } from '../world/announceTerms.ts';
import { fetchAgain } from '../world/fetchAgain.ts';
import { migratedState } from '../world/migratedState.ts';
import { type MiniflareWorker, startMiniflareWorker } from '../world/miniflareWorker.ts';
import type { Outbound } from '../world/passOutbound.ts';
import type { World } from '../world/startWorld.ts';
import type { RoundSchedule } from '../world/workerSettings.ts';
import { announceOwn } from './announceOwn.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

const SOL = 1_000_000_000n;

export interface LotteryOptions {
  readonly world: World;
  readonly poolLamports?: bigint;
  /** An existing pool wallet, for a second deployment with the same key. */
  readonly pool?: Keypair;
  readonly roundSeconds?: number;
  readonly entryLockSeconds?: number;
  /**
   * Unix seconds. It is called right before the worker starts, with the seconds that the start may take; by default the
   * first lock is due after these. It is called again when the start took longer.
   */
  readonly genesisTime?: (startSeconds: number) => number;
  readonly overrides?: Readonly<Record<string, string>>;
  readonly outbound?: Outbound;
  /** Another build of the worker than the tests' own. */
  readonly bundleDir?: string;
  /** Called when the worker is up and nobody has woken it yet. */
  readonly beforeWaking?: (lottery: Lottery) => Promise<void>;
}

/** One deployment of the product on the world's chain, with a pool wallet and a database of its own. */
export interface Lottery {
  readonly url: string;
  readonly pool: Keypair;
  /** The worker's settings, as text, and the first terms that they have announced. */
  readonly settings: Readonly<Record<string, string>>;
  readonly announced: AnnouncedTerms;
  readonly worker: MiniflareWorker;
  readonly genesisTime: number;
  readonly logs: readonly string[];
  /** Unix seconds. */
  endsAt(round: number): number;
  locksAt(round: number): number;
  /** The first round whose lock is still a moment away. */
  nextToLock(): number;
  get<T>(path: string): Promise<T>;
  proof(round: number): Promise<Proof>;
  stats(): Promise<Stats>;
  trigger(): Promise<TriggerResult>;
  /**
   * Polls until a round is in one of `states`, then returns its proof. Throws with its last state after `seconds`,
   * which should never be reached. Throws a `TooSlow` at once when the round is paid instead, or was rolled over for
   * lack of time.
   */
  until(round: number, states: readonly Proof['state'][], seconds?: number): Promise<Proof>;
  /** An operator's call. */
  operate(action: 'pause' | 'resume' | 'advance'): Promise<void>;
  stop(): Promise<void>;
}

/** Time between a worker's start and the first lock, at first. */
const START_SECONDS = 4;
/** The first cron, which does everything for the first time, takes no longer than this or half of the start. */
const TICK_SECONDS = 1;
const MAX_STARTS = 5;
const UNTIL_SECONDS = 150;
const POLL_MS = 500;
/**
 * How often a test is tried on a machine that is too slow for its rounds, and by what factor their locks get longer
 * each time.
 */
export const MOST_TRIES = 3;
const MORE_SECONDS = 25;
/**
 * Reasons that mean that nothing was locked in its window, or promised before its deadline. In these tests only
 * slowness causes them.
 */
const SLOW_REASONS: readonly (string | null)[] = ['missed', 'nodes-silent', 'commitment-late'];

/**
 * Thrown when the state that a test waits for cannot come any more: its round was rolled over for lack of time, or is
 * paid already.
 */
export class TooSlow extends Error {}

/** Whether a slow machine alone can end a round like this. */
export function isTooSlow({ state, reason }: Pick<Proof, 'state' | 'reason'>): boolean {
  return state === 'rolled-over' && SLOW_REASONS.includes(reason);
}
/** Workers start one after the other, because many at once would be so slow that they miss their first lock. */
let starts: Promise<unknown> = Promise.resolve();
/** What a start may take on this machine: twice as long as the last one took. */
let startSeconds = START_SECONDS;

/** Starts a deployment in time for its first lock: on a slow machine it is started again, with more time. */
export async function startLottery(options: LotteryOptions): Promise<Lottery> {
  const [lottery] = await startLotteries([options]);
  if (lottery === undefined) throw new Error('no deployment was started');
  return lottery;
}

/**
 * Starts a deployment that is stopped when the test ends, also when it fails. When the machine was too slow for a round
 * that the test waits for, the test begins again with another deployment, with more time between lock and end.
 */
export async function withLottery(options: LotteryOptions, play: (lottery: Lottery) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const lottery = await startLottery(withMoreTime(options, (tries - 1) * MORE_SECONDS));
    try {
      return await play(lottery);
    } catch (error) {
      if (!(error instanceof TooSlow) || tries === MOST_TRIES) throw error;
      console.warn(`Played again: ${error.message}`);
    } finally {
      await lottery.stop();
    }
  }
}

/** The first moment decides the timetable, too. */
function withMoreTime(options: LotteryOptions, seconds: number): LotteryOptions {
  const { roundSeconds, entryLockSeconds } = timetable(options);
  if (options.genesisTime !== undefined) return options;
  return { ...options, roundSeconds: roundSeconds + seconds, entryLockSeconds: entryLockSeconds + seconds };
}

/** As `startLottery`, for deployments with one timetable: the first one's. All of them are up before any of them locks. */
export function startLotteries(all: readonly [LotteryOptions, ...LotteryOptions[]]): Promise<readonly Lottery[]> {
  const started = starts.then(() => startInTime(all));
  starts = started.catch(() => undefined);
  return started;
}

async function startInTime(all: readonly [LotteryOptions, ...LotteryOptions[]]): Promise<readonly Lottery[]> {
  for (let tries = 1; tries <= MAX_STARTS; tries++) {
    const begun = Math.ceil(Date.now() / 1000);
    const given = startSeconds * all.length;
    const { roundSeconds, entryLockSeconds } = timetable(all[0]);
    const genesisTime = all[0].genesisTime?.(given) ?? begun + given - (roundSeconds - entryLockSeconds);
    const lotteries: Lottery[] = [];
    for (const options of all) {
      const lottery = await start(options, genesisTime);
      lotteries.push(lottery);
      await options.beforeWaking?.(lottery);
    }
    const took = Date.now() / 1000 - begun;
    startSeconds = Math.max(START_SECONDS, Math.ceil((2 * took) / all.length));
    const firstLock = Math.min(...all.map((options) => nextLock({ ...timetable(options), genesisTime }, begun)));
    if (Date.now() / 1000 + Math.max(TICK_SECONDS, took / 2) < firstLock) {
      for (const { worker } of lotteries) await wake(worker);
      return lotteries;
    }
    // Nobody has woken these workers, so they have done nothing yet that the next ones could find.
    for (const lottery of lotteries) await lottery.stop();
  }
  throw new Error(`the worker was never up before its first lock, with ${startSeconds} s in the end`);
}

function timetable({ roundSeconds = 26, entryLockSeconds = 20 }: LotteryOptions) {
  return { roundSeconds, entryLockSeconds };
}

/** The first moment after `unix` at which a round locks. */
function nextLock({ genesisTime, roundSeconds, entryLockSeconds }: RoundSchedule, unix: number): number {
  const first = genesisTime + roundSeconds - entryLockSeconds;
  return first + Math.max(0, Math.floor((unix - first) / roundSeconds) + 1) * roundSeconds;
}

async function start(options: LotteryOptions, genesisTime: number): Promise<Lottery> {
  const { world } = options;
  const schedule = { ...timetable(options), genesisTime };
  const pool = options.pool ?? Keypair.generate();
  if (options.pool === undefined) await world.runtime.fundSol(pool.publicKey, options.poolLamports ?? 100n * SOL);
  const persistTo = mkdtempSync(join(tmpdir(), 'lottery-'));
  const state = migratedState();
  if (state !== null) cpSync(state, persistTo, { recursive: true });
  const logs: string[] = [];
  const vars = world.settings(schedule, { POOL_SECRET_KEY: base58.encode(pool.secretKey), ...options.overrides });
  const { settings, announced } = await announceOwn(world, vars);
  const worker = await startMiniflareWorker({
    bundleDir: options.bundleDir ?? WORKER_BUNDLE,
    persistTo,
    isMigrated: state !== null,
    settings,
    kept: new Map([announced.kept]),
    onLog: (line) => logs.push(line),
    ...(options.outbound && { outbound: options.outbound }),
  });

  const get = async <T>(path: string): Promise<T> => {
    const response = await fetchAgain(worker.url + path);
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const proof = async (round: number) => proofSchema.parse(await get(`/api/lottery/rounds/${round}/proof`));

  return {
    url: worker.url,
    pool,
    settings,
    announced,
    worker,
    genesisTime,
    logs,
    nextToLock: () => {
      const { roundSeconds, entryLockSeconds } = schedule;
      const locked = Date.now() / 1000 + TICK_SECONDS - (genesisTime - entryLockSeconds);
      return Math.max(1, Math.floor(locked / roundSeconds) + 1);
    },
    endsAt: (round) => genesisTime + round * schedule.roundSeconds,
    locksAt: (round) => genesisTime + round * schedule.roundSeconds - schedule.entryLockSeconds,
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
    until: async (round, states, seconds = UNTIL_SECONDS) => {
      const deadline = Date.now() + seconds * 1000;
      let last = 'unknown';
      for (;;) {
        const seen = await proof(round).catch(() => null);
        if (seen !== null && states.includes(seen.state)) return seen;
        last = seen === null ? last : `${seen.state} ${seen.reason ?? ''}`;
        const isSlow = seen !== null && (seen.state === 'paid' || isTooSlow(seen));
        if (isSlow || Date.now() > deadline) {
          const said = `round ${round} is ${last}, not ${states.join(' or ')}\n${logs.slice(-20).join('\n')}`;
          throw isSlow ? new TooSlow(said) : new Error(said);
        }
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

/**
 * Calls the cron, as Cloudflare does each minute. The first call sets the alarm; everything else the object does by
 * itself.
 */
export async function wake(worker: MiniflareWorker): Promise<void> {
  await (await worker.cron('* * * * *')).arrayBuffer();
}
