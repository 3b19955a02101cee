import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Keypair, PublicKey } from '@solana/web3.js';
import type { LocalBeacon } from './startBeacon.ts';
import type { Exchanges } from './startExchanges.ts';

/** Name in ADMIN_KEYS, and so in the records of every change made with the world's admin key. */
const ADMIN_NAME = 'local';

export interface WorkerWorld {
  readonly rpcUrl: string;
  readonly mint: PublicKey;
  readonly pool: Keypair;
  readonly taxAuthority: Keypair;
  readonly taxWallet: Keypair;
  readonly adminWallet: PublicKey;
  readonly adminKey: string;
  readonly marketMaker: PublicKey;
  readonly beacon: LocalBeacon;
  readonly exchanges: Exchanges;
}

/** All in seconds; the genesis is a Unix time. */
export interface RoundSchedule {
  readonly genesisTime: number;
  readonly roundSeconds: number;
  readonly entryLockSeconds: number;
}

/** Every setting of the worker that the world decides, as text; the others keep the worker's own defaults. */
export function workerSettings(world: WorkerWorld, schedule: RoundSchedule): Record<string, string> {
  const { beacon, exchanges } = world;
  return {
    GOD_MINT: world.mint.toBase58(),
    POOL_SECRET_KEY: base58.encode(world.pool.secretKey),
    TAX_AUTHORITY_SECRET_KEY: base58.encode(world.taxAuthority.secretKey),
    TAX_SECRET_KEY: base58.encode(world.taxWallet.secretKey),
    ADMIN_WALLET: world.adminWallet.toBase58(),
    ADMIN_KEYS: JSON.stringify({ [ADMIN_NAME]: createHash('sha256').update(world.adminKey).digest('hex') }),
    RPC_URLS: world.rpcUrl,
    PUBLIC_RPC_URL: world.rpcUrl,
    EXPLORER_URL: 'https://explorer.solana.com',
    CLUSTER: 'custom',
    DRAND_URLS: `${beacon.url}/${beacon.chain.hash}`,
    DRAND_PUBLIC_KEY: beacon.chain.publicKey,
    DRAND_GENESIS: `${beacon.chain.genesisTime}`,
    DRAND_PERIOD: `${beacon.chain.period}`,
    GENESIS_TIME: `${schedule.genesisTime}`,
    ROUND_SECONDS: `${schedule.roundSeconds}`,
    ENTRY_LOCK_SECONDS: `${schedule.entryLockSeconds}`,
    DRAW_TOP_HOLDERS: '0',
    EXCLUDED_WALLETS: JSON.stringify([{ address: world.marketMaker.toBase58(), reason: 'market-maker' }]),
    RAYDIUM_URL: exchanges.raydiumUrl,
    JUPITER_URL: exchanges.jupiterUrl,
    SOL_PRICE_URLS: exchanges.solPriceUrls.join(','),
    // The world's market-maker swaps by plain transfers: no exchange program is needed, so none is trusted.
    SWAP_PROGRAMS: 'none',
  };
}
