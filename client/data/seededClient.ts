import { QueryClient } from '@tanstack/react-query';
import type { PageData } from '../../src/contract/pageData.ts';
import { KEYS } from './keys.ts';
import { newestWinners } from './useWinners.ts';

/** A query client that already knows what the server rendered. */
export function seededClient({ stats, participants, config }: PageData): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The next poll is the retry. A page that is offline fails at once and says so.
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: 'always',
        refetchOnMount: false,
      },
    },
  });
  if (stats) {
    client.setQueryData(KEYS.stats, stats);
    // The stats contain winners and price, so the first request for either is its next poll.
    client.setQueryData(KEYS.winners, newestWinners(stats));
    client.setQueryData(KEYS.price, stats.solPrice);
  }
  if (participants) client.setQueryData(KEYS.participants, participants);
  if (config) client.setQueryData(KEYS.config, config);
  return client;
}
