import { createHash } from 'node:crypto';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createInitializeAccountInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  type Connection,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import { associatedAccount } from '../associatedAccount.ts';
import { AMM_CONFIG, anchorHash, CPMM, CPMM_AUTHORITY, JUPITER, JUPITER_EVENTS, u64 } from './ammPrograms.ts';
import type { Pool } from './createPool.ts';

export interface PoolSale {
  readonly pool: Pool;
  readonly seller: PublicKey;
  /** GOD base units, and the lamports that were quoted for them. */
  readonly amount: bigint;
  readonly lamports: bigint;
  /** Micro-lamports a compute unit. */
  readonly computePrice: number;
}

const SLIPPAGE_BPS = 100;
const BPS = 10_000n;
const TOKEN_ACCOUNT_BYTES = 165;
const RAYDIUM_UNITS = 600_000;
const JUPITER_UNITS = 1_400_000;
/** The number of Raydium's CPMM among the kinds of steps in Jupiter's plans. */
const CPMM_STEP = 46;

const key = (pubkey: PublicKey, isWritable = false, isSigner = false) => ({ pubkey, isWritable, isSigner });

/** The thirteen accounts of `swap_base_input`, GOD into wrapped SOL, in the order of Raydium's source. */
function swapKeys({ pool, seller }: PoolSale, into: PublicKey) {
  const source = associatedAccount(pool.mint, seller);
  return [
    ...[key(seller, false, true), key(CPMM_AUTHORITY), key(AMM_CONFIG.address), key(pool.id, true)],
    ...[key(source, true), key(into, true), key(pool.godVault, true), key(pool.solVault, true)],
    ...[
      key(TOKEN_2022_PROGRAM_ID),
      key(TOKEN_PROGRAM_ID),
      key(pool.mint),
      key(NATIVE_MINT),
      key(pool.observation, true),
    ],
  ];
}

/** A sale as Raydium's SDK makes it: a temporary account of wrapped SOL is created, filled and closed. */
export async function raydiumSale(connection: Connection, sale: PoolSale): Promise<TransactionInstruction[]> {
  const { seller, amount, lamports, computePrice } = sale;
  const seed = createHash('sha256').update(`${process.hrtime.bigint()}`).digest('hex').slice(0, 32);
  const passing = await PublicKey.createWithSeed(seller, seed, TOKEN_PROGRAM_ID);
  const rent = await connection.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES);
  const minimum = (lamports * (BPS - BigInt(SLIPPAGE_BPS))) / BPS;
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units: RAYDIUM_UNITS }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: computePrice }),
    SystemProgram.createAccountWithSeed({
      ...{ fromPubkey: seller, newAccountPubkey: passing, basePubkey: seller, seed, lamports: rent },
      ...{ space: TOKEN_ACCOUNT_BYTES, programId: TOKEN_PROGRAM_ID },
    }),
    createInitializeAccountInstruction(passing, NATIVE_MINT, seller, TOKEN_PROGRAM_ID),
    new TransactionInstruction({
      programId: CPMM,
      keys: swapKeys(sale, passing),
      data: Buffer.concat([anchorHash('global:swap_base_input'), u64(amount), u64(minimum)]),
    }),
    createCloseAccountInstruction(passing, seller, seller, [], TOKEN_PROGRAM_ID),
  ];
}

/**
 * What Jupiter's second API answers for a direct route over the pool: the setup, the swap (`route`) and the cleanup.
 */
export function jupiterParts(sale: PoolSale): Record<'setup' | 'swap' | 'cleanup', TransactionInstruction> {
  const { pool, seller, amount, lamports } = sale;
  const [source, wrapped] = [
    associatedAccount(pool.mint, seller),
    getAssociatedTokenAddressSync(NATIVE_MINT, seller, true),
  ];
  const keys = [
    ...[key(TOKEN_PROGRAM_ID), key(seller, false, true), key(source, true), key(wrapped, true)],
    // Two optional accounts are left out: another destination, and the fee account of an integrator.
    ...[key(JUPITER), key(NATIVE_MINT), key(JUPITER), key(JUPITER_EVENTS), key(JUPITER)],
    ...[key(CPMM), ...swapKeys(sale, wrapped)],
  ];
  // One step with the whole amount, from the first token to the second. Then the amounts, and no fee.
  const plan = Buffer.of(1, 0, 0, 0, CPMM_STEP, 100, 0, 1);
  const figures = Buffer.concat([u64(amount), u64(lamports), Buffer.of(SLIPPAGE_BPS, 0, 0)]);
  return {
    setup: createAssociatedTokenAccountIdempotentInstruction(seller, wrapped, seller, NATIVE_MINT),
    swap: new TransactionInstruction({
      ...{ programId: JUPITER, keys },
      data: Buffer.concat([anchorHash('global:route'), plan, figures]),
    }),
    cleanup: createCloseAccountInstruction(wrapped, seller, seller),
  };
}

/** The same as a whole transaction, as Jupiter's first API makes it. */
export function jupiterSale(sale: PoolSale): TransactionInstruction[] {
  const { setup, swap, cleanup } = jupiterParts(sale);
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units: JUPITER_UNITS }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: sale.computePrice }),
    ...[setup, swap, cleanup],
  ];
}
