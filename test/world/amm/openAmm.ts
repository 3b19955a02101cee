import type { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { GOD } from '../createMint.ts';
import type { Runtime } from '../startRuntime.ts';
import type { AmmFiles } from './ammFiles.ts';
import { CPMM, JUPITER } from './ammPrograms.ts';
import { createPool, type Pool } from './createPool.ts';
import { loadPrograms } from './loadPrograms.ts';
import { type PoolQuote, readPoolQuote } from './poolQuote.ts';

/**
 * A real market in the world: Raydium's program with a pool of GOD and SOL, and Jupiter's program when its file is
 * given.
 */
export interface Amm {
  readonly pool: Pool;
  readonly hasJupiter: boolean;
  /** Programs that a swap may call, in the form of the worker's setting. */
  readonly swapPrograms: string;
  quote(): Promise<PoolQuote>;
}

export interface AmmOptions {
  readonly files: AmmFiles;
  readonly mint: PublicKey;
  readonly maker: Keypair;
  /** GOD's supply, base units: a third of it goes into the pool. */
  readonly supply: bigint;
}

/** SOL in the pool: 0.00001 SOL a GOD at the usual supply. */
const POOL_LAMPORTS = 3_000_000_000_000n;

/** Loads the programs whose files are given; null when none of them is an exchange. */
export async function openAmm(runtime: Runtime, { files, mint, maker, supply }: AmmOptions): Promise<Amm | null> {
  await loadPrograms(runtime, files);
  if (files.cpmm === null) return null;
  const { connection } = runtime;
  const god = ((supply / GOD) * GOD) / 3n;
  const pool = await createPool(connection, { mint, maker, god, lamports: POOL_LAMPORTS });
  await opened(connection);
  const programs = [CPMM, ...(files.jupiter === null ? [] : [JUPITER])];
  return {
    ...{ pool, hasJupiter: files.jupiter !== null, swapPrograms: programs.join(',') },
    quote: () => readPoolQuote(connection, pool),
  };
}

/** A new pool trades from the second after it was made. */
async function opened(connection: Connection): Promise<void> {
  const timeOf = async () => (await connection.getBlockTime(await connection.getSlot('confirmed'))) ?? 0;
  const until = (await timeOf()) + 2;
  while ((await timeOf()) < until) await new Promise((resolve) => setTimeout(resolve, 100));
}
