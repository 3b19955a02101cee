import { godUnits, UNITS_PER_GOD } from '../money/god.ts';
import type { RulesVersion } from './terms/RulesVersion.ts';

/** Every version that a round was ever committed under, the oldest first. All of them are still computed. */
export const VERSIONS: readonly [RulesVersion, ...RulesVersion[]] = [
  {
    version: 1,
    threshold: godUnits(100_000n * UNITS_PER_GOD),
    poolPercent: 20n,
    placePercents: [70n, 20n, 10n],
  },
];

/** The version that the next lock commits to, and that the pages speak of: the newest. */
export const CURRENT_RULES: RulesVersion = VERSIONS.at(-1) ?? VERSIONS[0];

/** Winners of the next round, when at least as many wallets are in it. */
export const MOST_WINNERS = CURRENT_RULES.placePercents.length;
