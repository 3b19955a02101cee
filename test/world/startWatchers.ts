import type { Keypair } from '@solana/web3.js';
import type { RoundReport } from '../../commands/watcher/reportText.ts';
import { runWatcher } from '../../commands/watcher/runWatcher.ts';
import { seededKeys } from './seededKeys.ts';
import type { World } from './startWorld.ts';

/** A watcher in the world: a wallet that states on chain which lists it saw. */
export interface LocalWatcher {
  readonly name: string;
  readonly keypair: Keypair;
}

export interface WatchersInput {
  readonly world: World;
  readonly watchers: readonly LocalWatcher[];
  readonly appUrl: string;
  readonly onReport: (name: string, report: RoundReport) => void;
  readonly onStatus: (name: string, status: string) => void;
}

const NAMES = ['Watcher 1', 'Watcher 2', 'Watcher 3', 'Watcher 4'];
export const MOST_WATCHERS = NAMES.length;
/** For fees and marks of some ten thousand testimonies. */
const WATCHER_LAMPORTS = 10_000_000_000n;

/** The first watchers of the world of a seed. */
export function localWatchers(worldSeed: string, count: number): LocalWatcher[] {
  const key = seededKeys(worldSeed);
  return NAMES.slice(0, count).map((name) => ({ name, keypair: key(`watcher ${name}`) }));
}

/** Their addresses, in the form of the setting WITNESSES. */
export function witnessesSetting(watchers: readonly LocalWatcher[]): string {
  return JSON.stringify(watchers.map(({ name, keypair }) => ({ name, address: keypair.publicKey.toBase58() })));
}

/** Starts the watchers in this process; returns the function that ends them. */
export async function startWatchers(input: WatchersInput): Promise<() => Promise<void>> {
  const { world, watchers, appUrl, onReport, onStatus } = input;
  const ending = new AbortController();
  for (const { keypair } of watchers) await world.runtime.fundSol(keypair.publicKey, WATCHER_LAMPORTS);
  const running = watchers.map(({ name, keypair }) =>
    runWatcher({
      ...{ app: appUrl, rpc: world.rpcUrl, key: keypair, rounds: null, signal: ending.signal },
      onReport: (report) => onReport(name, report),
      onStatus: (status) => onStatus(name, status),
    }),
  );
  return async () => {
    ending.abort();
    await Promise.all(running);
  };
}
