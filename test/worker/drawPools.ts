import { NATIVE_MINT, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { CPMM, MINT, THIEF } from './swapDrafts.ts';

const CONFIG = new PublicKey('D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2');
const [first, second] =
  Buffer.compare(MINT.toBuffer(), NATIVE_MINT.toBuffer()) < 0 ? [MINT, NATIVE_MINT] : [NATIVE_MINT, MINT];
export const GOD_SIDE = first.equals(MINT) ? 0 : 1;
const pda = (...seeds: readonly (string | PublicKey)[]) =>
  PublicKey.findProgramAddressSync(
    seeds.map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : seed.toBuffer())),
    CPMM,
  )[0];
/** Where the pair's pool under the first configuration is. */
export const DERIVED_POOL = pda('pool', CONFIG, first, second);

export interface DrawnPool {
  readonly god: bigint;
  readonly sol: bigint;
  readonly status?: number;
  readonly opensAt?: bigint;
  readonly owner?: PublicKey;
  readonly mints?: readonly [PublicKey, PublicKey];
  readonly vaultOwner?: PublicKey;
  /** Fees in the vaults that belong to others: protocol, fund, creator; GOD's side and SOL's. */
  readonly fees?: readonly [readonly bigint[], readonly bigint[]];
  /** Where the creator's fee is taken, as the program writes it. */
  readonly creator?: number;
}

type Accounts = Map<string, { owner: string; data: [string, 'base64'] }>;

/** A pool with its vaults and configuration, bytes as Raydium's source lays them out. */
function draw(accounts: Accounts, id: PublicKey, drawn: DrawnPool): void {
  const { god, sol, status = 0, opensAt = 1n, owner = CPMM, mints = [first, second], fees = [[], []], creator } = drawn;
  const vaults = mints.map((mint) => pda('pool_vault', id, mint));
  const pool = Buffer.alloc(637);
  pool.set(Buffer.from('f7ede3f5d7c3de46', 'hex'), 0);
  [CONFIG, THIEF, ...vaults, THIEF, ...mints].forEach((key, i) => void pool.set(key.toBytes(), 8 + 32 * i));
  pool[329] = status;
  for (const [side, at] of [[fees[GOD_SIDE === 0 ? 0 : 1], 0] as const, [fees[GOD_SIDE === 0 ? 1 : 0], 8] as const])
    [341, 357, 397].forEach((base, i) => void pool.writeBigUInt64LE(side?.[i] ?? 0n, base + at));
  pool.writeBigUInt64LE(opensAt, 373);
  if (creator !== undefined) pool.set([creator, 1], 389);
  const put = (key: PublicKey, of: PublicKey, data: Uint8Array) =>
    accounts.set(key.toBase58(), { owner: of.toBase58(), data: [Buffer.from(data).toString('base64'), 'base64'] });
  put(id, owner, pool);
  vaults.forEach((vault, side) => {
    const data = Buffer.alloc(165);
    data.set(mints[side]?.toBytes() ?? [], 0);
    data.writeBigUInt64LE(side === GOD_SIDE ? god : sol, 64);
    put(vault, drawn.vaultOwner ?? (mints[side]?.equals(NATIVE_MINT) ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID), data);
  });
  const config = Buffer.alloc(236);
  config.set(Buffer.from('daf42168cbcb2b6f', 'hex'), 0);
  config.writeBigUInt64LE(2_500n, 12);
  config.writeBigUInt64LE(500n, 108);
  put(CONFIG, CPMM, config);
}

/** The accounts of pools at these addresses, as `getMultipleAccounts` shows them. */
export function drawPools(pools: readonly (readonly [PublicKey, DrawnPool])[]): Accounts {
  const accounts: Accounts = new Map();
  for (const [id, drawn] of pools) draw(accounts, id, drawn);
  return accounts;
}
