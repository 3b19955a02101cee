import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { wallet } from '../domain/wallets.ts';

export const ADMIN_KEY = 'let me in';

/** The secret key made of 32 times a byte, as a wallet exports it. */
export function secretKeyOf(byte: number): Uint8Array {
  return Keypair.fromSeed(new Uint8Array(32).fill(byte)).secretKey;
}

/** The required settings and no others. Addresses and keys contain the word canary wherever they can. */
export const COMPLETE = {
  GOD_MINT: wallet(77) as string,
  POOL_SECRET_KEY: base58.encode(secretKeyOf(1)),
  TAX_AUTHORITY_SECRET_KEY: base58.encode(secretKeyOf(2)),
  TAX_SECRET_KEY: base58.encode(secretKeyOf(3)),
  ADMIN_WALLET: wallet(9) as string,
  // SHA-256 of "let me in", by hashlib.
  ADMIN_KEYS: '{"ops":"992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2"}',
  RPC_URLS: 'https://rpc.test/canary-key',
  // Only beside a single node of mainnet.
  ONE_NODE: 'trusted',
  // A time of quicknet's beacons.
  GENESIS_TIME: '1700000001',
} as const;
