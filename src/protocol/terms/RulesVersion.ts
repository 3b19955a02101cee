import type { GodUnits } from '../../money/god.ts';
import type { ForFirstPlaces } from './places.ts';

/**
 * The numbers of a version of the rules. Commitments promise them by the hash of the rules, so an entry of `VERSIONS`
 * is never edited: other numbers need an entry of their own.
 */
export interface RulesVersion {
  /** The published rules have this number in their field `rules`. Counts from 1. */
  readonly version: number;
  /**
   * How much GOD a wallet must hold, summed over its token accounts, to be in the draw; base units. A round's own
   * threshold is in its terms. The next announcement names the threshold of the newest version.
   */
  readonly threshold: GodUnits;
  /** A round's prizes, percent of the pool. */
  readonly poolPercent: bigint;
  /** Percent of the prizes for each place, first place first; together 100. */
  readonly placePercents: ForFirstPlaces<bigint>;
}
