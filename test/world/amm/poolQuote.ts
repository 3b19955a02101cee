import type { Connection } from '@solana/web3.js';
import { transferFee } from '../transferFee.ts';
import type { Pool } from './createPool.ts';

const AMOUNT_AT = 64;
/** Offsets of the fees of protocol and fund in the first token; those in the second token are 8 bytes later. */
const FEES_AT = [341, 357] as const;
const TRADE_MILLIONTHS = 2_500n;

/**
 * What a pool pays in its newest confirmed state: lamports for GOD, or GOD that reaches the buyer for lamports. Base
 * units.
 */
export interface PoolQuote {
  readonly sell: (god: bigint) => bigint;
  readonly buy: (lamports: bigint) => bigint;
}

/**
 * Written from Raydium's documentation and not with the worker's arithmetic, so that each can find mistakes of the
 * other.
 */
export async function readPoolQuote(connection: Connection, pool: Pool): Promise<PoolQuote> {
  const infos = await connection.getMultipleAccountsInfo([pool.id, pool.godVault, pool.solVault], 'confirmed');
  const [state, god, sol] = infos.map((info) => Buffer.from(info?.data ?? []));
  if (!state?.length || !god?.length || !sol?.length) throw new Error('the pool is not there');
  const fees = (side: 0 | 1) => FEES_AT.reduce((sum, at) => sum + state.readBigUInt64LE(at + 8 * side), 0n);
  const inGod = god.readBigUInt64LE(AMOUNT_AT) - fees(pool.isGodFirst ? 0 : 1);
  const inSol = sol.readBigUInt64LE(AMOUNT_AT) - fees(pool.isGodFirst ? 1 : 0);
  const traded = (arrived: bigint) => arrived - (arrived * TRADE_MILLIONTHS + 999_999n) / 1_000_000n;
  return {
    sell(amount) {
      const less = traded(amount - transferFee(amount));
      return (inSol * less) / (inGod + less);
    },
    buy(lamports) {
      const less = traded(lamports);
      const out = (inGod * less) / (inSol + less);
      return out - transferFee(out);
    },
  };
}
