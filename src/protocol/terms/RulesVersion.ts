import type { GodUnits } from '../../money/god.ts';
import type { ForFirstPlaces } from './places.ts';

/**
 * The numbers of a version of the rules. A commitment names its version by the hash of its rules, so these are a
 * promise: an entry of `VERSIONS` is never edited. Other numbers need an entry of their own.
 */
export interface RulesVersion {
  /** As `rules` in the published rules; counts from 1. */
  readonly version: number;
  /**
   * GOD summed over a wallet's token accounts, base units: with this much a wallet is in the draw. The threshold of the
   * newest version is the one that is announced next. A round's own threshold is in its terms.
   */
  readonly threshold: GodUnits;
  /** A round's prizes, percent of the pool. */
  readonly poolPercent: bigint;
  /** Percent of the prizes for each place, the first one first; together 100. There are as many winners as places. */
  readonly placePercents: ForFirstPlaces<bigint>;
}
