import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fine } from '../../commands/setup/Finding.ts';
import { openKeptSetup } from '../../commands/setup/KeptSetup.ts';
import { runSetup } from '../../commands/setup/runSetup.ts';
import type { SetupInput } from '../../commands/setup/SetupInput.ts';
import type { Release, Target } from '../../commands/setup/Target.ts';
import { announce } from '../../commands/setup/terms/announce.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { type MiniflareWorker, startMiniflareWorker } from '../world/miniflareWorker.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { eventually } from './eventually.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

const PERIOD_SECONDS = 3;
/**
 * Time for the checks of all runs until the deployment and for a final announcement. Later steps do not wait for round
 * 1.
 */
const AHEAD_SECONDS = 90;

let world: World;
let folder: string;
let worker: MiniflareWorker | null = null;
beforeAll(async () => {
  world = await startWorld({ worldSeed: 'setup', holders: 30 });
  // Setup asks for the time of a final block, which a new chain does not have yet.
  const { connection } = world.runtime;
  const timeOfFinal = async () => connection.getBlockTime(await connection.getSlot('finalized')).catch(() => null);
  await eventually(timeOfFinal, (time) => time !== null);
  folder = mkdtempSync(join(tmpdir(), 'setup-'));
});
afterAll(async () => {
  await worker?.stop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** This machine as the place of the deployment. Each step does its work and then fails once. */
function interruptedTarget(): Target & { readonly calls: string[] } {
  const calls: string[] = [];
  const kept = new Map<string, string>();
  const once = (name: string): void => {
    calls.push(name);
    if (calls.filter((call) => call === name).length === 1) throw new Error(`interrupted after ${name}`);
  };
  return {
    calls,
    name: 'this machine',
    account: null,
    async checkAccess() {
      once('access');
      return [fine('account', 'none is needed here')];
    },
    async provide() {
      once('provide');
      return { databaseId: 'local', cacheId: 'local' };
    },
    async migrate() {
      once('migrate');
    },
    async keep(_release, key, text) {
      kept.set(key, text);
    },
    async deploy({ settings }: Release) {
      await worker?.stop();
      worker = await startMiniflareWorker({
        bundleDir: WORKER_BUNDLE,
        persistTo: join(folder, 'state'),
        settings,
        kept,
      });
      once('deploy');
      return worker.url;
    },
  };
}

it('leads from an empty folder to a played round, interrupted at every step and run again', async () => {
  const target = interruptedTarget();
  const lines: string[] = [];
  const genesis = Math.ceil((Date.now() / 1000 + AHEAD_SECONDS) / PERIOD_SECONDS) * PERIOD_SECONDS;
  const settings = world.settings({ genesisTime: genesis, roundSeconds: 45, entryLockSeconds: 20 });
  let isFirstLook = true;
  const input: SetupInput = {
    environment: 'local',
    variables: {},
    target,
    kept: openKeptSetup(join(folder, 'kept')),
    async fetch(asked, init) {
      if (isFirstLook && String(asked).endsWith('/api/health')) {
        isFirstLook = false;
        throw new Error('interrupted after the deployment');
      }
      return fetch(asked, init);
    },
    now: () => Date.now(),
    // Nobody else calls the crons here.
    wait: async (ms) => {
      for (const cron of ['* * * * *', '*/2 * * * *']) await worker?.cron(cron);
      await sleep(Math.min(ms, 500));
    },
    print: (line) => lines.push(line),
    announce: ({ settings: own, ...of }) => {
      const now = () => Date.now();
      const rpc = createRpc({ urls: own.rpcUrls, fetch: (...asked) => fetch(...asked), now });
      return announce({ settings: own, rpc, now, wait: (ms) => sleep(Math.min(ms, 500)), ...of }, of.agree);
    },
    isDryRun: false,
    isMainnetMeant: false,
  };
  const plan = { questions: [], given: settings, ask: null, readCommit: async () => 'local' };
  const outcomes: boolean[] = [];
  for (let run = 0; run < 5; run++) outcomes.push(await runSetup(input, plan));
  expect(outcomes, lines.join('\n')).toEqual([false, false, false, false, true]);
  const interrupted = lines.filter((line) => line.includes('interrupted')).map((line) => line.split('after ')[1]);
  expect(interrupted).toEqual(['access', 'provide', 'migrate', 'deploy']);
  expect(target.calls.filter((call) => call === 'deploy')).toHaveLength(2);

  const { deployed } = input.kept.facts();
  const readRound = async () => {
    await worker?.cron('* * * * *');
    const answer = await fetch(`${deployed?.url}/api/lottery/rounds/1`);
    return (await answer.json()) as { state?: string };
  };
  const round = await eventually(readRound, ({ state }) => state === 'paid' || state === 'rolled-over');
  expect(round).toMatchObject({ state: 'paid' });
});
