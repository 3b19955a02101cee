import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Stats } from '../../src/contract/stats.ts';
import type { Winner } from '../../src/contract/winner.ts';
import { getWinners } from '../api.ts';
import { KEYS } from './keys.ts';
import type { Figures } from './useFigures.ts';

export interface Winners {
  readonly winners: readonly Winner[];
  readonly total: number;
}

const POLL_MS = 30_000;
const NONE: Winners = { winners: [], total: 0 };

/** The newest winners, from their own request or from the stats, whichever was read later; no winners without stats. */
export function useWinners(figures: Figures): Winners {
  const queries = useQueryClient();
  const list = useQuery<Winners>({
    queryKey: KEYS.winners,
    queryFn: getWinners,
    refetchInterval: POLL_MS,
    enabled: figures.kind === 'known',
  });
  if (figures.kind !== 'known') return NONE;
  const statsReadAt = queries.getQueryState(KEYS.stats)?.dataUpdatedAt ?? 0;
  return list.data && list.dataUpdatedAt > statsReadAt ? list.data : newestWinners(figures.stats);
}

/** The newest winners as the stats have them. */
export function newestWinners({ recentWinners, totalWinners }: Stats): Winners {
  return { winners: recentWinners, total: totalWinners };
}
