import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getStats } from '../api.ts';
import { type ServerClock, useClock } from '../clock/ServerClock.ts';
import { KEYS } from './keys.ts';

const REFRESH_AFTER_MS = 2000;

/**
 * The lottery's figures, polled every `pollMs`. Shortly after the page opens, it asks the server once for figures that
 * are newer than the server's cache.
 */
export function useStats(pollMs: number) {
  const clock = useClock();
  const queries = useQueryClient();

  useEffect(() => {
    const timer = setTimeout(() => {
      // A failure of this extra call does not matter: the next poll shows whether the server answers.
      fetchStats(clock, true).then(
        (stats) => queries.setQueryData(KEYS.stats, stats),
        () => {},
      );
    }, REFRESH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [clock, queries]);

  return useQuery({ queryKey: KEYS.stats, queryFn: () => fetchStats(clock), refetchInterval: pollMs });
}

async function fetchStats(clock: ServerClock, refresh = false) {
  const stats = await getStats(refresh);
  clock.observe(Date.parse(stats.serverTime));
  return stats;
}
