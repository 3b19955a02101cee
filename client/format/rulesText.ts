import { TRANSFER_FEE_BASIS_POINTS, UNITS_PER_GOD } from '../../src/money/god.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { groupText } from './countText.ts';

const { threshold, poolPercent, placePercents } = CURRENT_RULES;
const thresholdGod = String(threshold / UNITS_PER_GOD);
const [first, second, third] = placePercents;

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
  /** `70%`, `20%` and `10%` of the prizes. */
  places: [`${first}%`, `${second}%`, `${third}%`],
  /** `70/20/10` */
  split: placePercents.join('/'),
} as const;

/** The token's fee on a transfer, `5%`; undefined: the mint has not been read yet. */
export function feeText(basisPoints: number = TRANSFER_FEE_BASIS_POINTS): string {
  return `${basisPoints / 100}%`;
}
