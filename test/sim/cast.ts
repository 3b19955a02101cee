import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { Keypair, PublicKey } from '@solana/web3.js';
import { associatedAccount } from '../world/associatedAccount.ts';
import { HOLDERS, LOCK_MS, type Plan, ROUND_MS } from './faults/atoms.ts';
import { type Account, type MintKeys, rentOf, TOKEN_ACCOUNT_BYTES } from './model/accounts.ts';
import { BEACON } from './model/outside.ts';
import { EXCHANGE_URL, nodeUrl, RELAYS } from './network.ts';

/** The first moment of every world: a full hour, at which the beacon also has a round. */
export const START = 1_800_000_000_000;
export const THRESHOLD = 100_000_000_000n;
const GOD = 1_000_000n;

const pairs = new Map<string, Keypair>();
/** The wallet of a name; the same in every world. */
export function keyOf(name: string): Keypair {
  const known = pairs.get(name);
  if (known !== undefined) return known;
  const made = Keypair.fromSeed(createHash('sha256').update(`sim ${name}`).digest());
  pairs.set(name, made);
  return made;
}
export const addressOf = (name: string): string => keyOf(name).publicKey.toBase58();

export const MINT = addressOf('mint');
export const POOL = addressOf('pool');
export const TAX_WALLET = addressOf('tax wallet');
const ADMIN = addressOf('admin');
export const STRANGER = addressOf('stranger');
const MARKET_MAKER = addressOf('market maker');
export const MINT_KEYS: MintKeys = {
  feeAuthority: addressOf('mint operator'),
  withdrawAuthority: addressOf('tax authority'),
};
/** The liar's friends hold no GOD. */
export const FRIENDS: readonly string[] = ['friend 1', 'friend 2', 'friend 3'].map(addressOf);

const tokenAccounts = new Map<string, string>();
export function tokenAccountOf(owner: string): string {
  const known = tokenAccounts.get(owner);
  if (known !== undefined) return known;
  const made = associatedAccount(new PublicKey(MINT), new PublicKey(owner)).toBase58();
  tokenAccounts.set(owner, made);
  return made;
}

/** The wallets that are never in the draw, by the settings and the mint alone. */
export const EXCLUDED: readonly string[] = [
  ...[POOL, TAX_WALLET, ADMIN, addressOf('tax authority'), MARKET_MAKER, MINT_KEYS.feeAuthority],
];

export const HOLDER_ADDRESSES: readonly string[] = Array.from({ length: HOLDERS }, (_, i) => addressOf(`holder ${i}`));

/**
 * Most wallets in the draw hold 1 to 25 times the threshold; every eighth holds just the threshold or a little more.
 */
const amountOf = (i: number) => (i % 8 === 6 ? THRESHOLD + BigInt(i - 6) * GOD : BigInt(i + 2) * THRESHOLD);
const BELOW = 60_000n * GOD;

const MARKET_GOD = 50_000_000n * GOD;
const FIRST_WITHHELD = 40n * GOD;

/** All accounts that exist when a world begins, and the supply that they add up to. */
export function firstAccounts({ pool, entrants }: Pick<Plan, 'pool' | 'entrants'>): {
  accounts: Map<string, Account>;
  supply: bigint;
} {
  const accounts = new Map<string, Account>();
  let supply = 0n;
  const wallet = (address: string, lamports: bigint) => accounts.set(address, { lamports, data: null });
  const token = (owner: string, amount: bigint, withheld: bigint) => {
    supply += amount + withheld;
    accounts.set(tokenAccountOf(owner), {
      lamports: rentOf(TOKEN_ACCOUNT_BYTES),
      data: { kind: 'token', owner, amount, withheld },
    });
  };
  wallet(POOL, BigInt(pool));
  for (const each of [TAX_WALLET, ADMIN, STRANGER]) wallet(each, 5_000_000_000n);
  wallet(addressOf('tax authority'), 1_000_000_000n);
  wallet(MARKET_MAKER, 1_000_000_000_000n);
  for (const [i, owner] of HOLDER_ADDRESSES.entries()) {
    wallet(owner, 10_000_000n);
    token(owner, i < entrants ? amountOf(i) : BELOW, FIRST_WITHHELD);
  }
  token(MARKET_MAKER, MARKET_GOD, 0n);
  token(TAX_WALLET, 0n, 0n);
  return { accounts, supply };
}

/** The worker's settings in a world. */
export function settingsOf(plan: Pick<Plan, 'nodes'>): Record<string, string> {
  return {
    GOD_MINT: MINT,
    POOL_SECRET_KEY: base58.encode(keyOf('pool').secretKey),
    TAX_AUTHORITY_SECRET_KEY: base58.encode(keyOf('tax authority').secretKey),
    TAX_SECRET_KEY: base58.encode(keyOf('tax wallet').secretKey),
    ADMIN_WALLET: ADMIN,
    ADMIN_KEYS: JSON.stringify({ person: createHash('sha256').update('key').digest('hex') }),
    RPC_URLS: Array.from({ length: plan.nodes }, (_, i) => nodeUrl(i)).join(','),
    CLUSTER: 'custom',
    DRAND_URLS: RELAYS.join(','),
    DRAND_PUBLIC_KEY: BEACON.publicKey,
    DRAND_GENESIS: String(BEACON.genesisTime),
    DRAND_PERIOD: String(BEACON.period),
    GENESIS_TIME: String(START / 1000),
    ROUND_SECONDS: String(ROUND_MS / 1000),
    ENTRY_LOCK_SECONDS: String(LOCK_MS / 1000),
    EXCLUDED_WALLETS: JSON.stringify([{ address: MARKET_MAKER, reason: 'market-maker' }]),
    RAYDIUM_URL: `${EXCHANGE_URL}/raydium`,
    JUPITER_URL: `${EXCHANGE_URL}/jupiter`,
    // The market-maker swaps by plain transfers: no exchange's program is needed, so none is trusted.
    SWAP_PROGRAMS: 'none',
  };
}
