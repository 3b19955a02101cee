import { type Lamports, lamports } from '../../money/lamports.ts';
import type { PrizeSplit } from '../terms/lock.ts';
import type { RulesVersion } from '../terms/RulesVersion.ts';

/**
 * A round's prizes: the version's percent of the pool's balance. The total and places 2 and later are rounded down;
 * place 1 takes the rest.
 */
export function splitPrize(
  { poolPercent, placePercents }: Pick<RulesVersion, 'poolPercent' | 'placePercents'>,
  pool: Lamports,
): PrizeSplit {
  const total = (pool * poolPercent) / 100n;
  const later = placePercents.slice(1).map((percent) => (total * percent) / 100n);
  const first = later.reduce((left, prize) => left - prize, total);
  return { total: lamports(total), places: [first, ...later].map(lamports) };
}
