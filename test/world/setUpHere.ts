import './quietBindings.ts';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fine } from '../../commands/setup/Finding.ts';
import { openSetup, settingsOfFile } from '../../commands/setup/openSetup.ts';
import { runSetup } from '../../commands/setup/runSetup.ts';
import type { SetupOptions } from '../../commands/setup/setupOptions.ts';
import type { Target } from '../../commands/setup/Target.ts';
import { roundDetail } from '../../src/contract/round.ts';
import { callCrons } from './callCrons.ts';
import { type Ending, endInOrder } from './endInOrder.ts';
import { portIsTaken } from './freePort.ts';
import { type StartOptions, startOptions } from './startOptions.ts';
import { startWorld, type World } from './startWorld.ts';
import type { RoundSchedule } from './workerSettings.ts';
import { LOCAL, REPOSITORY } from './worldFolders.ts';
import { keepText, prepareWranglerState, startWranglerWorker } from './wranglerWorker.ts';

const LOG = `${LOCAL}/setup-worker.log`;
/** The time between the beginning and round 1; the checks take less. */
const AHEAD_SECONDS = 30;
const POLL_MS = 2_000;
const KEYS = {
  POOL_SECRET_KEY: 'pool',
  TAX_AUTHORITY_SECRET_KEY: 'taxAuthority',
  TAX_SECRET_KEY: 'taxWallet',
} as const;

/**
 * The whole setup without a Cloudflare account: its chain is a local world, and the lottery runs under `wrangler dev`.
 * Everything else is done as in a real deployment. It runs until Ctrl-C, or with `--end` until a round was played.
 */
export async function setUpHere(options: SetupOptions): Promise<void> {
  const began = performance.now();
  // Short rounds, because a person waits for one.
  const parsed = startOptions({ ROUND_SECONDS: '60', ...process.env }, randomBytes(8).toString('hex'));
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const { options: start } = parsed;
  if (await portIsTaken(start.PORT))
    throw new Error(`PORT ${start.PORT} is taken by another program. Choose another one: PORT=8790 npm run setup`);
  const ending = endInOrder();
  try {
    // The chain of an earlier run is gone, and so is what was made on it.
    const forget = () => rmSync(`${REPOSITORY}.setup/local`, { recursive: true, force: true });
    forget();
    ending.onEnd(forget);
    mkdirSync(LOCAL, { recursive: true, mode: 0o700 });
    writeFileSync(LOG, '', { mode: 0o600 });
    const { worldSeed, poolLamports, ammFiles, SLOT_MS: slotMs, HOLDERS: holders } = start;
    const world = await startWorld({ worldSeed, slotMs, holders, poolLamports, ammFiles });
    ending.onEnd(() => world.stop());
    const schedule = scheduleFrom(start);
    const input = openSetup(options, localTarget({ world, schedule, start, ending }));
    const { kept } = input;
    const settings = world.settings(schedule);
    for (const [name, key] of Object.entries(KEYS))
      settings[name] = kept.keepSecret(`${key}.json`, () => JSON.stringify([...keyOf(world, key)]));
    const given = { ENVIRONMENT: 'local', ...settings, ...settingsOfFile(options.file, 'local') };
    const isWell = await runSetup(input, { questions: [], given, ask: null, readCommit: async () => 'local' });
    if (!isWell || options.isDryRun) return await ending.end(isWell ? 0 : 1);
    await playOneRound(kept.facts().deployed?.url ?? '', began);
    if (options.endsAfterRound) return await ending.end(0);
    console.log(`The console is at /admin; its key: ${world.adminKey}. Ctrl-C ends everything.`);
  } catch (error) {
    await ending.end(1, error instanceof Error ? error.message : String(error));
  }
}

const keyOf = (world: World, name: (typeof KEYS)[keyof typeof KEYS]): Uint8Array => world[name].secretKey;

function scheduleFrom({ ROUND_SECONDS, ENTRY_LOCK_SECONDS }: StartOptions): RoundSchedule {
  const begins = Math.ceil(Date.now() / 1000 + AHEAD_SECONDS);
  return { genesisTime: begins, roundSeconds: ROUND_SECONDS, entryLockSeconds: ENTRY_LOCK_SECONDS };
}

interface LocalTargetInput {
  readonly world: World;
  readonly schedule: RoundSchedule;
  readonly start: StartOptions;
  readonly ending: Ending;
}

/** This machine in place of a Cloudflare account. */
function localTarget({ world, schedule, start, ending }: LocalTargetInput): Target {
  const stateDir = `${LOCAL}/state/setup-${start.PORT}`;
  ending.onEnd(() => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
  return {
    name: 'this machine',
    account: null,
    checkAccess: async () => [fine('account', 'none is needed here')],
    provide: async () => ({ databaseId: 'local', cacheId: 'local' }),
    migrate: () => prepareWranglerState(stateDir, ending.signal),
    keep: (_release, key, text) => keepText(stateDir, key, text, ending.signal),
    async deploy({ settings }) {
      const worker = await startWranglerWorker(
        {
          port: start.PORT,
          stateDir,
          signal: ending.signal,
          onOutput: (text) => appendFileSync(LOG, text),
          onRestart: (reason) => console.log(`The worker was started again (${reason}).`),
          onLost: (error) => void ending.end(1, `The worker cannot be brought back: ${error.message}`),
        },
        settings,
      );
      ending.onEnd(() => worker.stop());
      const onFailure = (line: string): void => console.error(line);
      ending.onEnd(callCrons({ workerUrl: worker.url, schedule, taxSeconds: start.TAX_SECONDS, onFailure }));
      if (start.TRADES_PER_MINUTE > 0) world.trade(start.TRADES_PER_MINUTE);
      return worker.url;
    },
  };
}

async function playOneRound(url: string, began: number): Promise<void> {
  console.log('Waiting for the first round…');
  for (;;) {
    const answer = await fetch(`${url}/api/lottery/rounds/1`)
      .then((response) => response.json())
      .catch(() => null);
    const round = roundDetail.safeParse(answer);
    if (round.success && ['paid', 'rolled-over'].includes(round.data.state)) {
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`Round 1 is ${round.data.state}: from nothing to a played round in ${seconds} s.`);
      console.log(`Look at it: ${url}/rounds/1`);
      return;
    }
    await wait(POLL_MS);
  }
}
