import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '../../src/contract/config.ts';
import { getConfig } from '../api.ts';
import { KEYS } from './keys.ts';

const RETRY_MS = 15_000;

/** The public settings; null until they are known. An open page does not notice a change. */
export function useConfig(): PublicConfig | null {
  const { data } = useQuery({
    queryKey: KEYS.config,
    queryFn: getConfig,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: (query) => (query.state.data ? false : RETRY_MS),
  });
  return data ?? null;
}
