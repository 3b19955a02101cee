import { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { type Address, addressBytes, addressOf, parseAddress } from '../../src/address/address.ts';
import { WRAPPED_SOL } from '../../src/money/wrappedSol.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../chain/accounts/programs.ts';
import { type MintState, readMint } from '../chain/accounts/readMint.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { type RpcNode, withContext } from '../chain/node/rpcNode.ts';
import { u64At } from './check/effect.ts';
import { RAYDIUM_CPMM } from './check/swapPrograms.ts';
import { type CpmmPool, type CpmmRates, POOL_SLICE, parsePool, parseRates, poolPays } from './cpmmPool.ts';

const accounts = withContext(
  z.array(z.object({ owner: z.string(), data: z.tuple([z.base64(), z.literal('base64')]) }).nullable()),
);

/** How many of Raydium's fee configurations are looked at, from number 0 on. Only a few are in use. */
const CONFIGS = 10;
/** No honest quote names more pools than this. */
const MAX_NAMED = 10;
const BPS = 10_000n;

export interface AskPoolsInput {
  readonly rpc: Rpc;
  readonly mint: Address;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Makes the function that says how many lamports the best of Raydium's CPMM pools of GOD and wrapped SOL would pay for
 * an amount of GOD. The pools are read finalized, and enough nodes must agree. Null when there is no such pool.
 * Besides the pools that a quote names (anyone may have made them), it reads those whose addresses follow from the
 * pair. So a liar's own poor pool cannot hide the real one.
 */
export function createAskPools({ rpc, mint, now }: AskPoolsInput) {
  let derived: readonly Address[] | null = null;

  async function bestOf(node: RpcNode, amount: bigint, candidates: readonly Address[]): Promise<bigint | null> {
    const found = (await read(node, candidates)).flatMap((account) =>
      account?.owner === RAYDIUM_CPMM ? (parsePool(account.data) ?? []) : [],
    );
    const pools = found.filter((pool) => isOurs(pool) && pool.maySwap && Number(pool.opensAt) * 1000 <= now());
    if (pools.length === 0) return null;
    const parts = await read(
      node,
      pools.flatMap(({ vaults, config }) => [...vaults, config]),
    );
    const { transferFee } = await readMint(node, mint, 'finalized');
    const arrived = amount - feeOf(amount, transferFee);
    const sales = pools.map((pool, i) => sale(pool, arrived, parts.slice(3 * i, 3 * i + 3)));
    return sales.reduce<bigint | null>((best, pays) => (pays !== null && pays > (best ?? 0n) ? pays : best), null);
  }

  function isOurs({ mints }: CpmmPool): boolean {
    return mints.includes(mint) && mints.some((each) => each === WRAPPED_SOL);
  }

  function sale(pool: CpmmPool, arrived: bigint, [first, second, config]: readonly (Account | null)[]): bigint | null {
    const rates: CpmmRates | null = config?.owner === RAYDIUM_CPMM ? parseRates(config.data) : null;
    const held = [first, second].map((vault, side) => reserveOf(vault ?? null, pool, side));
    const [zero, one] = held;
    if (rates === null || zero === null || one === null || zero === undefined || one === undefined) return null;
    const isFirst = pool.mints[0] === mint;
    const feeOn = pool.creatorFeeOn;
    const isOnInput = feeOn === 0 || feeOn === (isFirst ? 1 : 2);
    return poolPays({
      arrived,
      reserveIn: isFirst ? zero : one,
      reserveOut: isFirst ? one : zero,
      rates,
      creatorFee: feeOn === null ? null : isOnInput ? 'in' : 'out',
    });
  }

  return async (amount: bigint, named: readonly string[]): Promise<bigint | null> => {
    derived ??= derivePools(mint);
    const extra = named.slice(0, MAX_NAMED).flatMap((text) => parseAddress(text) ?? []);
    const candidates = [...new Set([...extra, ...derived])];
    return rpc.agree({
      about: 'what the pool of GOD pays',
      ask: (node) => bestOf(node, amount, candidates),
      // The pool changes with every trade, and honest nodes are a few slots apart. So a difference of 1% is allowed.
      isSame: ({ value: a }, { value: b }) => (a === null || b === null ? a === b : isNear(a, b)),
    });
  };
}

const isNear = (a: bigint, b: bigint) => a * 100n >= b * 99n && b * 100n >= a * 99n;

interface Account {
  readonly owner: string;
  readonly data: Uint8Array;
}

async function read(node: RpcNode, addresses: readonly Address[]): Promise<(Account | null)[]> {
  const options = { commitment: 'finalized', encoding: 'base64', dataSlice: POOL_SLICE };
  const { value } = await node.call('getMultipleAccounts', [addresses, options], accounts);
  return addresses.map((_, i) => {
    const account = value[i];
    return account ? { owner: account.owner, data: Buffer.from(account.data[0], 'base64') } : null;
  });
}

/**
 * The part of a vault that belongs to the pool. Null when the vault is no token account of the right mint, or when no
 * part belongs to the pool.
 */
function reserveOf(vault: Account | null, pool: CpmmPool, side: number): bigint | null {
  const expected = pool.mints[side] === WRAPPED_SOL ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM;
  if (vault === null || vault.owner !== expected || vault.data.length < 72) return null;
  if (addressOf(vault.data.subarray(0, 32)) !== pool.mints[side]) return null;
  const left = u64At(vault.data, 64) - (pool.fees[side] ?? 0n);
  return left > 0n ? left : null;
}

/** The token's own fee on a transfer of the amount: rounded up, at most the maximum fee. */
function feeOf(amount: bigint, fee: MintState['transferFee']): bigint {
  if (fee === null) return 0n;
  const whole = (amount * BigInt(fee.basisPoints) + BPS - 1n) / BPS;
  return whole < fee.maximumFee ? whole : fee.maximumFee;
}

/** The usual addresses of pools of this pair, derived from each configuration and the sorted mints. */
function derivePools(mint: Address): Address[] {
  const program = new PublicKey(RAYDIUM_CPMM);
  const pair = [mint, WRAPPED_SOL].map((each) => addressBytes(each as Address)).sort(Buffer.compare);
  return Array.from({ length: CONFIGS }, (_, index) => {
    const [config] = PublicKey.findProgramAddressSync([Buffer.from('amm_config'), Buffer.of(0, index)], program);
    const [pool] = PublicKey.findProgramAddressSync([Buffer.from('pool'), config.toBytes(), ...pair], program);
    return addressOf(pool.toBytes());
  });
}
