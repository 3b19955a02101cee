import type { Address } from '../../src/address/address.ts';
import type { PoolWallets } from '../../src/distribution/poolLines.ts';
import { roundAt } from '../../src/round/clock.ts';
import type { Settings } from '../settings/Settings.ts';
import type { CountedBook } from './countMade.ts';

type Own = Pick<Settings, 'pool' | 'oldPools' | 'clock'>;
type Counted = Pick<CountedBook, 'counted'>;

/**
 * The number of the round that is running at `unix`, seconds. All terms of a lottery have the same start and the same
 * length of rounds, so the first terms are enough to compute it. If no terms are announced, it is computed from the
 * settings.
 */
export function announcedRoundAt(clock: Settings['clock'], { counted }: Counted, unix: number): number {
  const said = counted[0]?.said;
  const timetable = said && { ...clock, genesisTime: said.genesis, roundSeconds: said.length };
  return roundAt(timetable ?? clock, unix);
}

function inForceAt({ clock }: Own, book: Counted, unix: number) {
  const round = announcedRoundAt(clock, book, unix);
  return book.counted.findLast(({ said }) => said.from <= round) ?? book.counted[0];
}

/**
 * The pool wallet of the terms in force at `unix`, seconds, and all pool wallets that the settings or any counted terms
 * name. Before the first terms begin, `pool` is the wallet that they name. If no terms are announced, `pool` is the
 * wallet of the settings.
 */
export function poolWallets(own: Own, book: Counted, unix: number): PoolWallets {
  const { pool, oldPools } = own;
  const held: readonly Address[] = [pool, ...oldPools].map(({ address }) => address);
  return {
    pool: inForceAt(own, book, unix)?.said.pool ?? pool.address,
    pools: [...new Set([...held, ...book.counted.map(({ said }) => said.pool)])],
  };
}

/**
 * The wallets from which a round may be promised at `unix` or later: the pool wallets of the terms in force at that
 * time and of later terms, and the pool of the settings, which may be announced next. If no terms are announced: every
 * wallet whose key the settings have.
 */
export function promisingWallets(own: Own, book: Counted, unix: number): readonly Address[] {
  const { pool, oldPools } = own;
  const from = inForceAt(own, book, unix)?.said.from;
  if (from === undefined) return [pool, ...oldPools].map(({ address }) => address);
  return [pool.address, ...book.counted.flatMap(({ said }) => (said.from >= from ? [said.pool] : []))];
}
