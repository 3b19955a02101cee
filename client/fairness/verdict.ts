import { countText } from '../format/countText.ts';
import type { ChiSquare } from './chiSquare.ts';

/** Each bucket needs at least this many expected wins, or the test means nothing. This is the usual rule. */
const LEAST_EXPECTED = 5;
const UNUSUAL = 0.05;
const ALARMING = 0.001;

export interface Verdict {
  readonly tone: 'mint' | 'amber' | 'ruby' | 'grey';
  readonly word: string;
  readonly sentence: string;
}

/** What a test says about the draws, in words. `counted` is what its total counts, `first places`. */
export function verdictOf(test: ChiSquare | null, counted: string): Verdict {
  if (test === null) return { tone: 'grey', word: 'NO DATA', sentence: 'Nothing has been drawn yet.' };
  const { chance, total, least } = test;
  if (least < LEAST_EXPECTED) {
    const needed = countText(Math.ceil((total * LEAST_EXPECTED) / least));
    const sentence = `It takes about ${needed} ${counted} before the figures say anything, and there are ${countText(total)}. Until then chance alone makes large differences.`;
    return { tone: 'grey', word: 'TOO FEW', sentence };
  }
  if (chance >= UNUSUAL) {
    const sentence = `Of 100 lotteries that are fair, ${Math.round(chance * 100)} differ this much or more. Nothing here points to a favourite.`;
    return { tone: 'mint', word: 'AS EXPECTED', sentence };
  }
  if (chance >= ALARMING) {
    const sentence = `Of 1,000 lotteries that are fair, ${Math.round(chance * 1000)} differ this much or more. It can be chance: one fair lottery in twenty stands here at some time.`;
    return { tone: 'amber', word: 'UNUSUAL', sentence };
  }
  const sentence =
    'Of 1,000 lotteries that are fair, fewer than one differs this much. Do not put it down to chance: check the draws one by one.';
  return { tone: 'ruby', word: 'ALARMING', sentence };
}

/** The figures of a test, for those who want to recompute it. */
export function figuresText({ statistic, degrees, chance, total }: ChiSquare, counted: string): string {
  const p = chance < ALARMING ? 'below 0.001' : chance.toFixed(3);
  return `Chi-square ${statistic.toFixed(2)} with ${degrees} degrees of freedom, p ${p}, from ${countText(total)} ${counted}.`;
}
