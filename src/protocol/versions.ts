import { type GodUnits, godUnits, UNITS_PER_GOD } from '../money/god.ts';

/**
 * The numbers of a version of the rules. A commitment names its version by the hash of its rules, so these are a promise:
 * an entry of `VERSIONS` is never edited. Other numbers are one more entry.
 */
export interface RulesVersion {
  /** As `rules` in the published rules; counts from 1. */
  readonly version: number;
  /** GOD summed over a wallet's token accounts, base units: from here on a wallet is in the draw. */
  readonly threshold: GodUnits;
  /** A round's prizes, percent of the pool. */
  readonly poolPercent: bigint;
  /** Percent of the prizes for first, second and third place; together 100. */
  readonly placePercents: readonly [bigint, bigint, bigint];
}

/** Every version that a round was ever committed under, the oldest first. All of them are still computed. */
export const VERSIONS: readonly [RulesVersion, ...RulesVersion[]] = [
  { version: 1, threshold: godUnits(100_000n * UNITS_PER_GOD), poolPercent: 20n, placePercents: [70n, 20n, 10n] },
];

/** The version that the next lock commits to, and that the pages speak of: the newest. */
export const CURRENT_RULES: RulesVersion = VERSIONS.at(-1) ?? VERSIONS[0];

/** Winners of a round, when at least as many wallets are in it. */
export const PLACES = 3;
