import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '../../../src/contract/config.ts';
import { useConsole } from './ConsoleContext.ts';

/** The settings change with a deployment, and a console that stays open has to learn of it. */
const POLL_MS = 60_000;

/** The product's public settings; null until they are known. */
export function usePublicSettings(): PublicConfig | null {
  const { api } = useConsole();
  const { data } = useQuery({
    queryKey: ['public settings'],
    queryFn: ({ signal }) => api.readPublicConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: POLL_MS,
  });
  return data ?? null;
}

/** The lottery pool's address; null until it is known. */
export function usePoolWallet(): string | null {
  return usePublicSettings()?.poolWallet ?? null;
}
