import { type Lamports, lamports } from '../../money/lamports.ts';
import type { PrizeSplit } from '../terms/lock.ts';
import type { RulesVersion } from '../terms/RulesVersion.ts';

/**
 * A round's prizes from the pool's balance: its share of it, rounded down. Places 2 and 3 round down; place 1 takes
 * the rest.
 */
export function splitPrize(
  { poolPercent, placePercents }: Pick<RulesVersion, 'poolPercent' | 'placePercents'>,
  pool: Lamports,
): PrizeSplit {
  const total = (pool * poolPercent) / 100n;
  const second = (total * placePercents[1]) / 100n;
  const third = (total * placePercents[2]) / 100n;
  return { total: lamports(total), places: [lamports(total - second - third), lamports(second), lamports(third)] };
}
