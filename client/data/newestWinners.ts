import type { Stats } from '../../src/contract/stats.ts';
import type { Winner } from '../../src/contract/winner.ts';

export interface Winners {
  readonly winners: readonly Winner[];
  readonly total: number;
}

/** The newest winners as the stats have them. */
export function newestWinners({ recentWinners, totalWinners }: Stats): Winners {
  return { winners: recentWinners, total: totalWinners };
}
