import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { callRpc, getPoolBalance } from '../api.ts';
import { KEYS } from './keys.ts';

const POLL_MS = 15_000;

interface Source {
  /** The last stats that may still be shown. */
  readonly stats: Stats | null;
  readonly failing: boolean;
  readonly config: PublicConfig | null;
}

/** The prize pool in lamports: of the stats, or while they fail of the pool balance, or of the chain, or 0. */
export function useJackpot({ stats, failing, config }: Source): string {
  const { data, isError } = useQuery({
    queryKey: KEYS.pool,
    queryFn: () => readPrizePool(config),
    enabled: failing,
    refetchInterval: POLL_MS,
  });
  if (failing && data !== undefined && !isError) return data;
  return stats?.prizePool.lamports ?? '0';
}

async function readPrizePool(config: PublicConfig | null): Promise<string> {
  try {
    return (await getPoolBalance()).prizePoolLamports;
  } catch (error) {
    console.error('The pool balance could not be read; asking the chain.', error);
    if (!config) throw error;
    return String(Math.floor((await chainBalance(config)) * config.poolShare));
  }
}

async function chainBalance({ publicRpcUrl, poolWallet }: PublicConfig): Promise<number> {
  const answer = await callRpc(publicRpcUrl, 'getBalance', [poolWallet, { commitment: 'confirmed' }]);
  const balance = (answer as { value?: unknown } | null)?.value;
  if (typeof balance !== 'number') throw new Error('the RPC server answered without a balance');
  return balance;
}
