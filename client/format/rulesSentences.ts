import { TRANSFER_FEE_BASIS_POINTS, UNITS_PER_GOD } from '../../src/money/god.ts';
import { groupText } from '../../src/money/groupText.ts';
import { PLACES, POSITIONS } from '../../src/protocol/terms/places.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { countText } from './countText.ts';

const { threshold, poolPercent, placePercents } = CURRENT_RULES;
const thresholdGod = String(threshold / UNITS_PER_GOD);

/** The numbers of the newest rules, as the pages write them. */
export const RULES_TEXT = {
  threshold: groupText(thresholdGod),
  thresholdInThousands: thresholdGod.endsWith('000')
    ? `${groupText(thresholdGod.slice(0, -3))}k`
    : groupText(thresholdGod),
  pool: `${poolPercent}%`,
  /** The place and its share of the prizes, from the first place on: `first`, `70%`. */
  places: PLACES.slice(0, placePercents.length).map((place, i) => ({
    name: POSITIONS[place],
    share: `${placePercents[i]}%`,
  })),
  split: placePercents.join('/'),
} as const;

/** The token's fee on a transfer, `5%`. Until the mint has been read, it is the usual fee. */
export function feeText(basisPoints: number = TRANSFER_FEE_BASIS_POINTS): string {
  return `${basisPoints / 100}%`;
}

/** How many of the largest holders are in a draw; 0: everybody who holds enough; undefined: not known. */
type DrawTopHolders = number | undefined;

/** Who is in the next draw. The page's first screen shows this sentence. */
export function entryText(top: DrawTopHolders): string {
  const { threshold } = RULES_TEXT;
  if (top === undefined) return `You need ${threshold} GOD to enter the next draw.`;
  return top > 0
    ? `The ${countText(top)} largest holders of ${threshold} GOD or more are in the draw.`
    : `Hold ${threshold} GOD and your wallet is in the draw.`;
}

/** Who is in a draw: `All wallets with 100,000 GOD or more`. */
export function wholeDrawText(top: DrawTopHolders): string {
  const held = `${RULES_TEXT.threshold} GOD or more`;
  if (top === undefined) return `Wallets with ${held}`;
  return top > 0 ? `The ${countText(top)} largest wallets with ${held}` : `All wallets with ${held}`;
}

/** What a wallet has to do to be in a draw: `Hold at least 100,000 GOD in one wallet`. The caller ends the sentence. */
export function conditionText(top: DrawTopHolders): string {
  const held = `at least ${RULES_TEXT.threshold} GOD in one wallet`;
  return top ? `Be one of the ${countText(top)} largest holders, with ${held},` : `Hold ${held}`;
}

/** Who is in a round, as the terms of use say it. */
export function entrantsText(top: DrawTopHolders): string {
  const { threshold } = RULES_TEXT;
  const moment = 'when the entries of the round are locked.';
  return top
    ? `In a round are the ${countText(top)} largest holders among the wallets with at least ${threshold} GOD ${moment}`
    : `A wallet is in a round if it holds at least ${threshold} GOD ${moment}`;
}
