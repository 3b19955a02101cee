import type { Place } from '../protocol/terms/places.ts';
import { MOST_WINNERS } from '../protocol/versions.ts';

/** A place in its short form. */
export const RANKS: Readonly<Record<Place, string>> = { 1: '1st', 2: '2nd', 3: '3rd' };

const NUMBERS: Readonly<Record<Place, string>> = { 1: 'one', 2: 'two', 3: 'three' };

/** How many winners a round has by the newest version of the rules, as a word: `three`. */
export const WINNERS_WORD = NUMBERS[MOST_WINNERS];

/** `Three winners`, `One winner`. */
export const WINNERS_TEXT = `${capital(WINNERS_WORD)} ${MOST_WINNERS === 1 ? 'winner' : 'winners'}`;

/** A text with a capital at its beginning. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
