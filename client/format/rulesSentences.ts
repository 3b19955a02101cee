import { countText } from './countText.ts';
import { RULES_TEXT } from './rulesText.ts';

/** How many of the largest holders a draw admits: 0 for all who hold enough, undefined before the settings are known. */
type DrawTopHolders = number | undefined;

/** Who is in the next draw: the sentence of the first screen. */
export function entryText(top: DrawTopHolders): string {
  const { threshold } = RULES_TEXT;
  if (top === undefined) return `You need at least ${threshold} GOD to enter the next draw.`;
  return top > 0
    ? `The ${countText(top)} largest holders with at least ${threshold} GOD each are in the next draw.`
    : `Hold at least ${threshold} GOD and your wallet is in the next draw.`;
}

/** Who is in a draw, below a caption that speaks of ten: `All wallets with 100,000 GOD or more`. */
export function wholeDrawText(top: DrawTopHolders): string {
  const held = `${RULES_TEXT.threshold} GOD or more`;
  if (top === undefined) return `Wallets with ${held}`;
  return top > 0 ? `The ${countText(top)} largest wallets with ${held}` : `All wallets with ${held}`;
}

/**
 * What a wallet has to do to be in a draw: `Hold at least 100,000 GOD in one wallet`. The caller adds where or when.
 */
export function conditionText(top: DrawTopHolders): string {
  const held = `at least ${RULES_TEXT.threshold} GOD in one wallet`;
  return top ? `Be one of the ${countText(top)} largest holders, with ${held},` : `Hold ${held}`;
}

/** Who is in a round, for the terms. */
export function entrantsText(top: DrawTopHolders): string {
  const { threshold } = RULES_TEXT;
  const moment = 'when the entries of the round are locked.';
  return top
    ? `In a round are the ${countText(top)} largest holders among the wallets with at least ${threshold} GOD ${moment}`
    : `A wallet is in a round if it holds at least ${threshold} GOD ${moment}`;
}
