import { TRANSFER_FEE_BASIS_POINTS, UNITS_PER_GOD } from '../../src/money/god.ts';
import { groupText } from '../../src/money/groupText.ts';
import { PLACES, POSITIONS } from '../../src/protocol/terms/places.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';

const { threshold, poolPercent, placePercents } = CURRENT_RULES;
const thresholdGod = String(threshold / UNITS_PER_GOD);

/** The numbers of the rules that the next round is played by, as the pages write them: no sentence repeats them. */
export const RULES_TEXT = {
  /** `100,000`, in GOD. */
  threshold: groupText(thresholdGod),
  /** `100k`, in GOD. */
  thresholdInThousands: thresholdGod.endsWith('000')
    ? `${groupText(thresholdGod.slice(0, -3))}k`
    : groupText(thresholdGod),
  /** `20%` of the pool. */
  pool: `${poolPercent}%`,
  /** What each place gets of the prizes, the first one first: `first`, `70%`. */
  places: PLACES.slice(0, placePercents.length).map((place, i) => ({
    name: POSITIONS[place],
    share: `${placePercents[i]}%`,
  })),
  /** `70/20/10` */
  split: placePercents.join('/'),
} as const;

/** The token's fee on a transfer, `5%`; undefined: the mint has not been read yet. */
export function feeText(basisPoints: number = TRANSFER_FEE_BASIS_POINTS): string {
  return `${basisPoints / 100}%`;
}
