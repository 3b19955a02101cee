import type { Keypair, PublicKey } from '@solana/web3.js';
import type { AmmFiles } from './amm/ammFiles.ts';
import { type Amm, openAmm } from './amm/openAmm.ts';
import { createHolders, type Holders } from './createHolders.ts';
import { createMint, GOD } from './createMint.ts';
import { type Node, startNode } from './nodes/startNode.ts';
import { seededBytes, seededKeys } from './seededKeys.ts';
import { type LocalBeacon, startBeacon } from './startBeacon.ts';
import { type Exchanges, startExchanges } from './startExchanges.ts';
import { type Runtime, startRuntime } from './startRuntime.ts';
import { type Stranger, startStranger } from './stranger/startStranger.ts';
import { startTrading, type Trading } from './trade.ts';
import { type RoundSchedule, type WorkerWorld, workerSettings } from './workerSettings.ts';

/** All optional; the defaults are those of `npm start`. */
export interface WorldOptions {
  /** Same seed, same wallets. */
  readonly worldSeed?: string;
  readonly slotMs?: number;
  readonly holders?: number;
  /** Lamports of the pool wallet. */
  readonly poolLamports?: bigint;
  /** Programs of mainnet for a real market, as `ammFiles` reads them; none by default. */
  readonly ammFiles?: AmmFiles;
}

const NO_FILES: AmmFiles = { cpmm: null, jupiter: null, memo: null };

/** A world without a worker: chain, token, wallets, beacon, exchanges. Whoever started it stops it. */
export interface World extends WorkerWorld {
  readonly worldSeed: string;
  readonly runtime: Runtime;
  readonly wsUrl: string;
  readonly holders: Holders;
  /** Pays every network fee of the trading; holds most of the supply; in EXCLUDED_WALLETS. */
  readonly marketMakerKey: Keypair;
  /** May change the mint's transfer fee. */
  readonly mintOperator: Keypair;
  readonly admin: Keypair;
  /** Does nothing until he is asked; his habits end with the world. */
  readonly stranger: Stranger;
  /** GOD's supply at the beginning, base units. */
  readonly supply: bigint;
  /** The real market; null without its programs. */
  readonly amm: Amm | null;
  /** The worker's settings for a schedule; `overrides` replace or add some. */
  settings(schedule: RoundSchedule, overrides?: Readonly<Record<string, string>>): Record<string, string>;
  /** Starts the holders' trading; stopped with the world at the latest. */
  trade(perMinute: number): Trading;
  stop(): Promise<void>;
}

const SOL = 1_000_000_000n;
/** Rounds of any length end at the time of a beacon: terms that say otherwise do not count. */
const BEACON_SECONDS = 1;
const MARKET_MAKER_SOL = 10_000n * SOL;
/** For network fees and rent; prizes never come from these. */
const WORKING_SOL = 2n * SOL;
const USUAL_SUPPLY = 1_000_000_000n * GOD;
/** Above 1,000 holders the supply grows with them: 10,000 times the threshold would be all there is. */
const SUPPLY_PER_HOLDER = 1_000_000n * GOD;

/** About 1 s with 250 holders, about 11 s with 10,000. Throws when a part cannot start, after stopping the others. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { worldSeed = 'local', slotMs = 400, holders: count = 250, poolLamports = 500n * SOL } = options;
  const runtime = await startRuntime({ slotMs });
  try {
    const key = seededKeys(worldSeed);
    const wallets = walletsOf(worldSeed);
    const scaled = BigInt(count) * SUPPLY_PER_HOLDER;
    const supply = scaled > USUAL_SUPPLY ? scaled : USUAL_SUPPLY;
    await fund(runtime, wallets, poolLamports);
    await createMint(
      runtime.connection,
      { ...wallets, mint: wallets.mintKey, marketMaker: wallets.marketMakerKey },
      supply,
    );
    const [mint, marketMaker] = [wallets.mintKey.publicKey, wallets.marketMakerKey.publicKey];
    const holders = await createHolders(runtime, { worldSeed, key, mint, marketMaker, supply, count });
    const amm = await openAmm(runtime, {
      ...{ files: options.ammFiles ?? NO_FILES, mint, maker: wallets.marketMakerKey, supply },
    });
    const [node, beacon, exchanges] = await Promise.all([
      startNode(runtime.rpcUrl, runtime.heights),
      startBeacon({ worldSeed, period: BEACON_SECONDS }),
      startExchanges({
        worldSeed,
        trader: { connection: runtime.connection, mint, marketMaker: wallets.marketMakerKey, amm },
      }),
    ]);
    return assemble({ worldSeed, runtime, node, wallets, supply, holders, beacon, exchanges, amm });
  } catch (error) {
    runtime.stop();
    throw error;
  }
}

interface Wallets {
  readonly mintKey: Keypair;
  readonly marketMakerKey: Keypair;
  readonly mintOperator: Keypair;
  readonly pool: Keypair;
  readonly taxAuthorityKey: Keypair;
  readonly taxAuthority: PublicKey;
  readonly taxWallet: Keypair;
  readonly admin: Keypair;
  readonly stranger: Keypair;
}

function walletsOf(worldSeed: string): Wallets {
  const key = seededKeys(worldSeed);
  const taxAuthorityKey = key('tax authority');
  return {
    mintKey: key('mint'),
    marketMakerKey: key('market-maker'),
    mintOperator: key('mint operator'),
    pool: key('pool'),
    taxAuthorityKey,
    taxAuthority: taxAuthorityKey.publicKey,
    taxWallet: key('tax wallet'),
    admin: key('admin wallet'),
    stranger: key('stranger'),
  };
}

async function fund(runtime: Runtime, wallets: Wallets, poolLamports: bigint): Promise<void> {
  await Promise.all([
    runtime.fundSol(wallets.marketMakerKey.publicKey, MARKET_MAKER_SOL),
    runtime.fundSol(wallets.pool.publicKey, poolLamports),
    ...[wallets.taxAuthorityKey, wallets.taxWallet, wallets.admin].map(({ publicKey }) =>
      runtime.fundSol(publicKey, WORKING_SOL),
    ),
  ]);
}

interface Parts {
  readonly worldSeed: string;
  readonly runtime: Runtime;
  /** What everybody asks who is no part of the world. */
  readonly node: Node;
  readonly wallets: Wallets;
  readonly supply: bigint;
  readonly holders: Holders;
  readonly beacon: LocalBeacon;
  readonly exchanges: Exchanges;
  readonly amm: Amm | null;
}

function assemble({ wallets, node, ...parts }: Parts): World {
  const { runtime, worldSeed, holders, beacon, exchanges, amm } = parts;
  const trades = new Set<Trading>();
  const worker: WorkerWorld = {
    rpcUrl: node.url,
    mint: wallets.mintKey.publicKey,
    pool: wallets.pool,
    taxAuthority: wallets.taxAuthorityKey,
    taxWallet: wallets.taxWallet,
    adminWallet: wallets.admin.publicKey,
    adminKey: Buffer.from(seededBytes(worldSeed, 'admin key')).toString('base64url'),
    marketMaker: wallets.marketMakerKey.publicKey,
    beacon,
    exchanges,
  };
  const stranger = startStranger({
    runtime,
    mint: worker.mint,
    keypair: wallets.stranger,
    marketMaker: wallets.marketMakerKey,
  });
  return {
    ...parts,
    ...worker,
    stranger,
    wsUrl: runtime.wsUrl,
    marketMakerKey: wallets.marketMakerKey,
    mintOperator: wallets.mintOperator,
    admin: wallets.admin,
    settings: (schedule, overrides = {}) => ({
      ...workerSettings(worker, schedule),
      ...(amm && { SWAP_PROGRAMS: amm.swapPrograms }),
      ...overrides,
    }),
    trade: (perMinute) => {
      const marketMaker = { keypair: wallets.marketMakerKey, tokenAccount: holders.marketMaker.tokenAccount };
      const { connection } = runtime;
      const trading = startTrading({
        connection,
        mint: worker.mint,
        marketMaker,
        holders: holders.ordinary,
        worldSeed,
        perMinute,
      });
      trades.add(trading);
      return trading;
    },
    stop: async () => {
      await Promise.all([stranger.stop(), ...[...trades].map((trading) => trading.stop())]);
      await Promise.all([node.stop(), beacon.stop(), exchanges.stop()]);
      runtime.stop();
    },
  };
}
