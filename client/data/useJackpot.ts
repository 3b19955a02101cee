import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { callRpc, getPoolBalance } from '../api.ts';
import { KEYS } from './keys.ts';

const POLL_MS = 15_000;

/** What a round pays, in lamports. */
export interface PrizePool {
  readonly total: string;
  /** By place; null when only the sum is known. */
  readonly prizes: readonly Prize[] | null;
}
export type Prize = Pick<Stats['prizes'][number], 'place' | 'lamports'>;

interface Source {
  readonly failing: boolean;
  readonly config: PublicConfig | null;
}

/**
 * The prize pool that is shown while the stats fail. It comes from the server's answer about the pool's balance. If
 * that request fails too, it is an estimate from the balance on chain, without prizes. Null while neither is known, and
 * while the stats do not fail.
 */
export function useJackpot({ failing, config }: Source): PrizePool | null {
  const { data, isError } = useQuery({
    queryKey: KEYS.pool,
    queryFn: () => readPrizePool(config),
    enabled: failing,
    refetchInterval: POLL_MS,
  });
  return failing && data !== undefined && !isError ? data : null;
}

async function readPrizePool(config: PublicConfig | null): Promise<PrizePool> {
  try {
    const { prizePoolLamports, prizes } = await getPoolBalance();
    return { total: prizePoolLamports, prizes };
  } catch (error) {
    console.error('The pool balance could not be read; asking the chain.', error);
    if (!config) throw error;
    const estimate = Math.floor((await chainBalance(config)) * config.poolShare);
    return { total: String(estimate), prizes: null };
  }
}

async function chainBalance({ publicRpcUrl, poolWallet }: PublicConfig): Promise<number> {
  const answer = await callRpc(publicRpcUrl, 'getBalance', [poolWallet, { commitment: 'confirmed' }]);
  const balance = (answer as { value?: unknown } | null)?.value;
  if (typeof balance !== 'number') throw new Error('the RPC server answered without a balance');
  return balance;
}
