import { godUnits, UNITS_PER_GOD } from '../money/god.ts';
import type { RulesVersion } from './terms/RulesVersion.ts';

/** Every version by which a round was ever committed, the oldest first. */
export const VERSIONS: readonly [RulesVersion, ...RulesVersion[]] = [
  {
    version: 1,
    threshold: godUnits(100_000n * UNITS_PER_GOD),
    poolPercent: 20n,
    placePercents: [70n, 20n, 10n],
  },
];

/** The newest version: pages show it, and `npm run terms` announces its shares. */
export const CURRENT_RULES: RulesVersion = VERSIONS.at(-1) ?? VERSIONS[0];

/** How many winners a round has by the newest version, if enough wallets take part. */
export const MOST_WINNERS = CURRENT_RULES.placePercents.length;
