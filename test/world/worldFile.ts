import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { LocalNode } from './nodes/startLocalNodes.ts';
import type { LocalWatcher } from './startWatchers.ts';
import type { World } from './startWorld.ts';
import type { RoundSchedule } from './workerSettings.ts';
import { LOCAL } from './worldFolders.ts';

const PATH = `${LOCAL}/world.json`;
const CHAIN_PATH = `${LOCAL}/chain.json`;

/** What the file tells in addition to the world. */
export interface Surroundings {
  readonly appUrl: string;
  readonly galleryUrl: string;
  readonly workerPid: number;
  readonly watchers: readonly LocalWatcher[];
  /** The nodes that the worker asks. */
  readonly nodes: readonly LocalNode[];
}

/** Tells other programs of this machine's user where the world is. It holds the admin key: mode 600. */
export function writeWorldFile(world: World, schedule: RoundSchedule, around: Surroundings): void {
  const facts = {
    appUrl: around.appUrl,
    rpcUrl: world.rpcUrl,
    wsUrl: world.wsUrl,
    drandUrl: `${world.beacon.url}/${world.beacon.chain.hash}`,
    drandPublicKey: world.beacon.chain.publicKey,
    mint: world.mint.toBase58(),
    poolWallet: world.pool.publicKey.toBase58(),
    taxAuthority: world.taxAuthority.publicKey.toBase58(),
    taxWallet: world.taxWallet.publicKey.toBase58(),
    adminWallet: world.adminWallet.toBase58(),
    adminKey: world.adminKey,
    roundSeconds: schedule.roundSeconds,
    entryLockSeconds: schedule.entryLockSeconds,
    genesisTime: new Date(schedule.genesisTime * 1000).toISOString(),
    galleryUrl: around.galleryUrl,
    watchers: around.watchers.map(({ name, keypair }) => ({ name, address: keypair.publicKey.toBase58() })),
    nodes: around.nodes,
    pids: { worker: around.workerPid },
  };
  write(PATH, facts);
}

/**
 * Tells the address of the chain before the worker is started. A test that puts its own nodes in front of the chain
 * waits for this.
 */
export function writeChainFile({ rpcUrl, wsUrl }: Pick<World, 'rpcUrl' | 'wsUrl'>): void {
  write(CHAIN_PATH, { rpcUrl, wsUrl });
}

export function removeWorldFiles(): void {
  for (const path of [PATH, CHAIN_PATH]) rmSync(path, { force: true });
}

/** Renamed into place, so that a reader never finds half a file. */
function write(path: string, facts: object): void {
  mkdirSync(LOCAL, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
