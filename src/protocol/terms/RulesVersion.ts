import type { GodUnits } from '../../money/god.ts';
import type { ForFirstPlaces } from './places.ts';

/**
 * The numbers of a version of the rules. Commitments promise them by the hash of the rules, so an entry of `VERSIONS`
 * is never edited: other numbers need an entry of their own.
 */
export interface RulesVersion {
  /** As `rules` in the published rules; counts from 1. */
  readonly version: number;
  /**
   * With this much GOD, summed over its token accounts, a wallet is in the draw; base units. A round's own threshold is
   * in its terms: the newest version's is the one that is announced next.
   */
  readonly threshold: GodUnits;
  /** A round's prizes, percent of the pool. */
  readonly poolPercent: bigint;
  /** Percent of the prizes for each place, the first one first; together 100. */
  readonly placePercents: ForFirstPlaces<bigint>;
}
