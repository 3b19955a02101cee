import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '../../src/contract/config.ts';
import { callRpc, getPoolBalance } from '../api.ts';
import { KEYS } from './keys.ts';

const POLL_MS = 15_000;

interface Source {
  readonly failing: boolean;
  readonly config: PublicConfig | null;
}

/** What stands in for the stats' prize pool while they fail, in lamports: the pool balance, or the chain's; or null. */
export function useJackpot({ failing, config }: Source): string | null {
  const { data, isError } = useQuery({
    queryKey: KEYS.pool,
    queryFn: () => readPrizePool(config),
    enabled: failing,
    refetchInterval: POLL_MS,
  });
  return failing && data !== undefined && !isError ? data : null;
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
