import { addressIn, looksLikeAddress } from '../../src/address/addressIn.ts';
import { dayParam } from './parseInput.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Where the search over all rounds leads: to a round, to a day's rounds, to those that a wallet won, or for an empty
 * text to all rounds. Null for any other text.
 */
export function findTarget(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return '/rounds';
  const number = /^(?:round\s*)?#?\s*(\d{1,3}(?:,\d{3})*|\d{1,13})$/i.exec(text)?.[1];
  if (number !== undefined) return `/rounds/${number.replaceAll(',', '').replace(/^0+(?=.)/, '')}`;
  const day = dayIn(text);
  if (day !== null) return `/rounds?date=${day}`;
  const address = addressIn(text);
  return looksLikeAddress(address) ? `/rounds?address=${address}` : null;
}

/** The day in a text such as `20 Nov 2026` or `2026-11-20`, in the second form; null for any other text. */
function dayIn(text: string): string | null {
  const [, day = '', month = '', year] = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/i.exec(text) ?? [];
  const index = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase());
  const written = year === undefined ? text : `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return dayParam.safeParse(written).success ? written : null;
}
