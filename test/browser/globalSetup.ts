import '../world/quietBindings.ts';
import { mkdirSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startLottery } from '../rounds/startLottery.ts';
import { WORKER_BUNDLE } from '../rounds/workerBundle.ts';
import { makeMigratedState } from '../world/migratedState.ts';
import { localWatchers, startWatchers, witnessesSetting } from '../world/startWatchers.ts';
import { startWorld } from '../world/startWorld.ts';
import { buildWorkerBundle } from '../world/wranglerCommand.ts';
import { findChromium, NO_CHROMIUM } from './findChromium.ts';
import { SCREENSHOTS } from './screenshots.ts';

const ROUND_SECONDS = 40;
const ENTRY_LOCK_SECONDS = 20;
const WATCHERS = 2;

/**
 * One world and one running lottery for all files. Without a browser it throws in CI; elsewhere it prints a sentence
 * and the tests are skipped.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const chromium = findChromium();
  if (chromium === null) {
    if (process.env.CI) throw new Error(NO_CHROMIUM);
    console.log(`Browser tests skipped. ${NO_CHROMIUM}`);
    project.provide('browserTests', null);
    return undefined;
  }
  rmSync(SCREENSHOTS, { recursive: true, force: true });
  mkdirSync(SCREENSHOTS, { recursive: true });
  await buildWorkerBundle(WORKER_BUNDLE);
  await makeMigratedState(WORKER_BUNDLE);
  const world = await startWorld({ slotMs: 200, worldSeed: 'browser tests' });
  const watchers = localWatchers(world.worldSeed, WATCHERS);
  const lottery = await startLottery({
    world,
    overrides: { WITNESSES: witnessesSetting(watchers) },
    roundSeconds: ROUND_SECONDS,
    entryLockSeconds: ENTRY_LOCK_SECONDS,
    // The first round has only just begun when the first page opens.
    genesisTime: (startSeconds) => Math.floor(Date.now() / 1000) + Math.max(0, startSeconds - ENTRY_LOCK_SECONDS),
  }).catch(async (error: unknown) => {
    await world.stop();
    throw error;
  });
  const { url, genesisTime } = lottery;
  const ignore = () => {};
  const endWatchers = await startWatchers({ world, watchers, appUrl: url, onReport: ignore, onStatus: ignore });
  project.provide('browserTests', { chromium, url, genesisTime, roundSeconds: ROUND_SECONDS });
  return async () => {
    await endWatchers();
    await lottery.stop();
    await world.stop();
  };
}
