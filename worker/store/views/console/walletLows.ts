import * as z from 'zod';

/** The least that a wallet held in an hour, lamports. `hour` is in unix hours. */
export interface WalletLow {
  readonly hour: number;
  readonly address: string;
  readonly lamports: bigint;
}

/** All stored lows, oldest first. */
export async function walletLows(db: D1Database): Promise<WalletLow[]> {
  const { results } = await db.prepare('SELECT hour, address, lamports FROM wallet_lows ORDER BY hour').all();
  return z
    .array(z.object({ hour: z.int(), address: z.string(), lamports: z.string().transform(BigInt) }))
    .parse(results);
}
