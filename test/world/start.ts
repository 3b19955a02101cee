import './quietBindings.ts';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { reportText } from '../../commands/watcher/reportText.ts';
import { type Gallery, startGallery } from '../gallery/startGallery.ts';
import { type AnnouncedTerms, announceTerms, keptOf } from './announceTerms.ts';
import { callCrons } from './callCrons.ts';
import { endInOrder } from './endInOrder.ts';
import { portIsTaken } from './freePort.ts';
import { foreignNodes, type LocalNode, startLocalNodes } from './nodes/startLocalNodes.ts';
import { type StartOptions, startOptions } from './startOptions.ts';
import { startReload } from './startReload.ts';
import { type LocalWatcher, localWatchers, startWatchers, witnessesSetting } from './startWatchers.ts';
import { type OpenWorld, openWorld, type World } from './startWorld.ts';
import { startRoutine } from './stranger/startRoutine.ts';
import type { RoundSchedule } from './workerSettings.ts';
import { removeWorldFiles, writeChainFile, writeWorldFile } from './worldFile.ts';
import { LOCAL } from './worldFolders.ts';
import { keepText, prepareWranglerState, startWranglerWorker, type WranglerWorker } from './wranglerWorker.ts';

const WORKER_LOG = `${LOCAL}/worker.log`;
const WATCHERS_LOG = `${LOCAL}/watchers.log`;

const parsed = startOptions(process.env, randomBytes(8).toString('hex'));
if ('problems' in parsed) fail(parsed.problems);
else if (await portIsTaken(parsed.options.PORT)) {
  fail([`PORT ${parsed.options.PORT} is taken by another program; choose another one: PORT=8790 npm start`]);
} else await start(parsed.options);

/** Starts everything; each started part is registered in `ending` and is ended in reverse order. */
async function start(options: StartOptions): Promise<void> {
  const began = performance.now();
  const ending = endInOrder();
  try {
    removeWorldFiles();
    mkdirSync(LOCAL, { recursive: true, mode: 0o700 });
    for (const log of [WORKER_LOG, WATCHERS_LOG]) writeFileSync(log, '', { mode: 0o600 });
    const stateDir = `${LOCAL}/state/${options.PORT}`;
    ending.onEnd(() => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
    const migrated = prepareWranglerState(stateDir, ending.signal);
    const opened = await openWorld({
      worldSeed: options.worldSeed,
      slotMs: options.SLOT_MS,
      holders: options.HOLDERS,
      poolLamports: options.poolLamports,
      ammFiles: options.ammFiles,
    });
    ending.onEnd(async () => (await opened.whole).stop());
    writeChainFile(opened);
    ending.onEnd(removeWorldFiles);
    const [gallery, { nodes, stop: stopNodes }] = await Promise.all([
      startGallery(),
      options.proxies.length > 0 ? foreignNodes(options.proxies) : startLocalNodes(opened.rpcUrl, options.NODES),
    ]);
    ending.onEnd(gallery.stop);
    ending.onEnd(stopNodes);
    const schedule = scheduleFrom(options);
    const watchers = localWatchers(options.worldSeed, options.WATCHERS);
    const surroundings = { galleryUrl: gallery.url, watchers, nodes };
    const settings = opened.settings(schedule, {
      WITNESSES: witnessesSetting(watchers),
      RPC_URLS: nodes.map(({ url }) => url).join(','),
    });
    const settled = settle(opened, settings, async (kept) => {
      await migrated;
      await keepText(stateDir, ...kept, ending.signal);
    });
    // Wrangler starts while the mint, its holders and the announcement are made: it takes longer than they do.
    const [world, worker]: [World, WranglerWorker] = await Promise.all([
      settled,
      startWranglerWorker(
        {
          port: options.PORT,
          stateDir,
          signal: ending.signal,
          world: settled,
          onOutput: (text) => appendFileSync(WORKER_LOG, text),
          onRestart: (reason, pid) => {
            writeWorldFile(world, schedule, { ...surroundings, appUrl: worker.url, workerPid: pid });
            console.log(`The worker was started again (${reason}); its process is now ${pid}.`);
          },
          onLost: (error) => void ending.end(1, `The worker cannot be brought back: ${error.message}`),
        },
        settings,
      ),
    ]);
    ending.onEnd(() => worker.stop());
    const reload = process.argv.includes('--reload') ? await startReload(worker.url) : null;
    ending.onEnd(async () => reload?.stop());
    const onFailure = (line: string): void => console.error(line);
    ending.onEnd(callCrons({ workerUrl: worker.url, schedule, taxSeconds: options.TAX_SECONDS, onFailure }));
    if (options.TRADES_PER_MINUTE > 0) world.trade(options.TRADES_PER_MINUTE);
    ending.onEnd(await watch(world, watchers, worker.url));
    if (options.stranger) ending.onEnd(haunt(world, schedule, worker.url));
    writeWorldFile(world, schedule, { ...surroundings, appUrl: worker.url, workerPid: worker.pid() });
    const reloading = reload === null ? {} : { Reloading: reload.url };
    printWorld(world, schedule, { worker, gallery, nodes, reloading, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    await ending.end(1, error instanceof Error ? error.message : String(error));
  }
}

/** Announces the terms once the world is complete, and meanwhile stores their text, which is known before. */
async function settle(
  opened: OpenWorld,
  settings: Readonly<Record<string, string>>,
  keep: (kept: AnnouncedTerms['kept']) => Promise<void>,
): Promise<World> {
  const announced = opened.whole.then(({ runtime }) => announceTerms(runtime.connection, settings));
  await Promise.all([announced, keep(keptOf(settings))]);
  return opened.whole;
}

/** Returns the function that ends the stranger's work. */
function haunt(world: World, schedule: RoundSchedule, appUrl: string): () => Promise<void> {
  const { stranger, mint, holders } = world;
  const [pool, taxWallet] = [world.pool.publicKey, world.taxWallet.publicKey];
  const onFailure = (line: string): void => console.error(line);
  console.log('A stranger is at work (STRANGER=1).');
  return startRoutine({ stranger, mint, pool, taxWallet, holders: holders.ordinary, schedule, appUrl, onFailure });
}

/** Returns the function that ends the watchers' work. */
function watch(world: World, watchers: readonly LocalWatcher[], appUrl: string): Promise<() => Promise<void>> {
  const note = (name: string, line: string) => appendFileSync(WATCHERS_LOG, `${name}: ${line}\n`);
  return startWatchers({
    ...{ world, watchers, appUrl, onStatus: note },
    onReport: (name, report) => {
      note(name, reportText(report));
      if (report.verdict === 'differs') console.error(`The watcher ${name}: ${reportText(report)}`);
    },
  });
}

/** The first round begins now. */
function scheduleFrom({ ROUND_SECONDS, ENTRY_LOCK_SECONDS }: StartOptions): RoundSchedule {
  const genesisTime = Math.floor(Date.now() / 1000);
  return { genesisTime, roundSeconds: ROUND_SECONDS, entryLockSeconds: ENTRY_LOCK_SECONDS };
}

interface Started {
  readonly worker: WranglerWorker;
  readonly gallery: Gallery;
  readonly nodes: readonly LocalNode[];
  /** The address at which pages reload by themselves, if there is one. */
  readonly reloading: { readonly Reloading?: string };
  readonly seconds: number;
}

function printWorld(
  world: World,
  schedule: RoundSchedule,
  { worker, gallery, nodes, reloading, seconds }: Started,
): void {
  const { roundSeconds, genesisTime } = schedule;
  const draw = new Date((genesisTime + roundSeconds) * 1000).toLocaleTimeString('en-GB');
  const rows = [
    ['App', worker.url],
    ['Admin', `${worker.url}/admin`],
    ['Admin key', world.adminKey],
    ['Gallery', gallery.url],
    ...Object.entries(reloading),
    ['Solana RPC', world.rpcUrl],
    ...nodes.map(({ url, pid }, i) => [`Node ${i + 1}`, pid === null ? url : `${url}, process ${pid}`] as const),
    ['Next draw', `${draw}, then every ${roundSeconds} s`],
    ['Seed', `WORLD_SEED=${world.worldSeed} brings the same wallets`],
    ['Worker log', '.local/worker.log'],
    ['Watchers', '.local/watchers.log'],
  ] as const;
  console.log(`\n${rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`).join('\n')}\n`);
  console.log(`Ready in ${seconds.toFixed(1)} s. Ctrl-C ends everything.`);
}

function fail(problems: readonly string[]): void {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
