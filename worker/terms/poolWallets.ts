import type { Address } from '../../src/address/address.ts';
import type { PoolWallets } from '../../src/distribution/poolLines.ts';
import type { Settings } from '../settings/Settings.ts';
import type { CountedBook } from './countMade.ts';

/**
 * The pool wallet of the terms in force for a round, and all that are or were the pool's. Before the first terms it is
 * theirs, and where none are announced that of the settings.
 */
export function poolWallets(
  { pool, oldPools }: Pick<Settings, 'pool' | 'oldPools'>,
  { counted }: Pick<CountedBook, 'counted'>,
  round: number,
): PoolWallets {
  const inForce = counted.findLast(({ said }) => said.from <= round) ?? counted[0];
  const own: readonly Address[] = [pool, ...oldPools].map(({ address }) => address);
  return {
    pool: inForce?.said.pool ?? pool.address,
    pools: [...new Set([...own, ...counted.map(({ said }) => said.pool)])],
  };
}
