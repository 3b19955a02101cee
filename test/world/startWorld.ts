import type { Keypair, PublicKey } from '@solana/web3.js';
import type { AmmFiles } from './amm/ammFiles.ts';
import { type Amm, openAmm } from './amm/openAmm.ts';
import { createHolders, type Holders } from './createHolders.ts';
import { createMint, GOD } from './createMint.ts';
import { type Node, startNode } from './nodes/startNode.ts';
import { seededBytes, seededKeys } from './seededKeys.ts';
import { startBeacon } from './startBeacon.ts';
import { startExchanges } from './startExchanges.ts';
import { type Runtime, startRuntime } from './startRuntime.ts';
import { type Stranger, startStranger } from './stranger/startStranger.ts';
import { startTrading, type Trading } from './trade.ts';
import { type RoundSchedule, type WorkerWorld, workerSettings } from './workerSettings.ts';

/** All optional; the defaults are those of `npm start`. */
export interface WorldOptions {
  /** The same seed gives the same wallets. */
  readonly worldSeed?: string;
  readonly slotMs?: number;
  readonly holders?: number;
  /** Lamports of the pool wallet. */
  readonly poolLamports?: bigint;
  /** Programs of mainnet for a real market, as `ammFiles` reads them; none by default. */
  readonly ammFiles?: AmmFiles;
}

const NO_FILES: AmmFiles = { cpmm: null, jupiter: null, memo: null };

/** A world without a worker: chain, token, wallets, beacon, exchanges. Its starter has to stop it. */
export interface World extends WorkerWorld {
  readonly worldSeed: string;
  readonly runtime: Runtime;
  readonly wsUrl: string;
  readonly holders: Holders;
  /** Pays every network fee of the trading and holds most of the supply; it is in EXCLUDED_WALLETS. */
  readonly marketMakerKey: Keypair;
  /** May change the mint's transfer fee. */
  readonly mintOperator: Keypair;
  readonly admin: Keypair;
  /** Does nothing until he is asked. What he repeats in every slot ends with the world. */
  readonly stranger: Stranger;
  /** GOD's supply at the beginning, base units. */
  readonly supply: bigint;
  /** The real market; null when its programs are not given. */
  readonly amm: Amm | null;
  /** The worker's settings for a schedule; `overrides` replace or add some. */
  settings(schedule: RoundSchedule, overrides?: Readonly<Record<string, string>>): Record<string, string>;
  /** Starts the holders' trading; it stops with the world at the latest. */
  trade(perMinute: number): Trading;
  stop(): Promise<void>;
}

const SOL = 1_000_000_000n;
/**
 * One second, so that rounds of any length end at the time of a beacon: terms under which they do not are not valid.
 */
const BEACON_SECONDS = 1;
const MARKET_MAKER_SOL = 10_000n * SOL;
/** For network fees and rent; prizes are never paid from it. */
const WORKING_SOL = 2n * SOL;
const USUAL_SUPPLY = 1_000_000_000n * GOD;
/** Above 1,000 holders the supply grows with them, because the usual supply is only 10,000 times the threshold. */
const SUPPLY_PER_HOLDER = 1_000_000n * GOD;

/** About 1 s with 250 holders, about 11 s with 10,000. Throws when a part cannot start, after stopping the others. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { whole } = await openWorld(options);
  return whole;
}

/**
 * A world whose settings are known already, so that a worker can start while the mint and the holders are being made.
 */
export interface OpenWorld extends Pick<World, 'rpcUrl' | 'wsUrl' | 'worldSeed' | 'settings'> {
  /** Rejected when the rest cannot be made; the chain is stopped then. */
  readonly whole: Promise<World>;
}

export async function openWorld(options: WorldOptions = {}): Promise<OpenWorld> {
  const { worldSeed = 'local', slotMs = 400, holders: count = 250, poolLamports = 500n * SOL } = options;
  const runtime = await startRuntime({ slotMs });
  const stopOnError = (error: unknown): never => {
    runtime.stop();
    throw error;
  };
  const wallets = walletsOf(worldSeed);
  const scaled = BigInt(count) * SUPPLY_PER_HOLDER;
  const supply = scaled > USUAL_SUPPLY ? scaled : USUAL_SUPPLY;
  const files = options.ammFiles ?? NO_FILES;
  const populated = populate(runtime, wallets, { worldSeed, poolLamports, supply, count, files }).catch(stopOnError);
  // This error is handled below. Until then another failure reports its own error.
  populated.catch(() => undefined);
  try {
    // The exchanges of a real market trade with its pool, so the pool has to exist first.
    const amm = files.cpmm === null ? null : (await populated).amm;
    const [mint, marketMaker] = [wallets.mintKey.publicKey, wallets.marketMakerKey];
    const [node, beacon, exchanges] = await Promise.all([
      startNode(runtime.rpcUrl, runtime.heights),
      startBeacon({ worldSeed, period: BEACON_SECONDS }),
      startExchanges({ worldSeed, trader: { connection: runtime.connection, mint, marketMaker, amm } }),
    ]);
    const worker = workerWorld({ worldSeed, wallets, node, beacon, exchanges });
    const settings: World['settings'] = (schedule, overrides = {}) => ({
      ...workerSettings(worker, schedule),
      ...(amm && { SWAP_PROGRAMS: amm.swapPrograms }),
      ...overrides,
    });
    const whole = populated.then(({ holders }) =>
      assemble({ ...worker, worldSeed, runtime, node, wallets, supply, holders, amm, settings }),
    );
    whole.catch(() => undefined);
    return { rpcUrl: node.url, wsUrl: runtime.wsUrl, worldSeed, settings, whole };
  } catch (error) {
    return stopOnError(error);
  }
}

interface Population {
  readonly worldSeed: string;
  readonly poolLamports: bigint;
  readonly supply: bigint;
  readonly count: number;
  readonly files: AmmFiles;
}

/** Creates the SOL, the mint, its holders, and the market if its programs are given. */
async function populate(runtime: Runtime, wallets: Wallets, population: Population) {
  const { worldSeed, poolLamports, supply, count, files } = population;
  const { mintKey, marketMakerKey } = wallets;
  await fund(runtime, wallets, poolLamports);
  await createMint(runtime.connection, { ...wallets, mint: mintKey, marketMaker: marketMakerKey }, supply);
  const holders = await createHolders(runtime, {
    ...{ worldSeed, key: seededKeys(worldSeed), supply, count },
    ...{ mint: mintKey.publicKey, marketMaker: marketMakerKey.publicKey },
  });
  const amm = await openAmm(runtime, { files, mint: mintKey.publicKey, maker: marketMakerKey, supply });
  return { holders, amm };
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

/** Everything that a worker's settings are made from. */
function workerWorld({
  worldSeed,
  wallets,
  node,
  beacon,
  exchanges,
}: Pick<Parts, 'worldSeed' | 'wallets' | 'node' | 'beacon' | 'exchanges'>): WorkerWorld {
  return {
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
}

interface Parts extends WorkerWorld, Pick<World, 'worldSeed' | 'runtime' | 'supply' | 'holders' | 'amm' | 'settings'> {
  /** The node's address, for clients outside of the worker. */
  readonly node: Node;
  readonly wallets: Wallets;
}

function assemble({ wallets, node, ...parts }: Parts): World {
  const { runtime, worldSeed, holders, beacon, exchanges } = parts;
  const trades = new Set<Trading>();
  const stranger = startStranger({
    runtime,
    mint: parts.mint,
    keypair: wallets.stranger,
    marketMaker: wallets.marketMakerKey,
  });
  return {
    ...parts,
    stranger,
    wsUrl: runtime.wsUrl,
    marketMakerKey: wallets.marketMakerKey,
    mintOperator: wallets.mintOperator,
    admin: wallets.admin,
    trade: (perMinute) => {
      const marketMaker = { keypair: wallets.marketMakerKey, tokenAccount: holders.marketMaker.tokenAccount };
      const { connection } = runtime;
      const trading = startTrading({
        connection,
        mint: parts.mint,
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
