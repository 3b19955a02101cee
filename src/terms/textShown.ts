import { canonicalJson, type Json } from './canonicalJson.ts';

/** Terms as a proof shows them, parsed JSON of anything, as the text that is hashed; null for what has none. */
export function textShown(shown: unknown): string | null {
  if (typeof shown !== 'object' || shown === null) return null;
  try {
    return canonicalJson(shown as Json);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}
