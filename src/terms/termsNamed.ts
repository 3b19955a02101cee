import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from './canonicalJson.ts';
import { readTerms } from './readTerms.ts';
import type { Terms } from './Terms.ts';

/**
 * The one of several terms, as a proof shows them, that has a hash: `shown` is parsed JSON of anything. Null when none
 * of them has it, or what has it is no terms. Whether they count is not said by that.
 */
export function termsNamed(hash: string, shown: readonly unknown[]): Terms | null {
  for (const one of shown) {
    const text = textShown(one);
    if (text !== null && bytesToHex(sha256(utf8ToBytes(text))) === hash) return readTerms(text).terms;
  }
  return null;
}

/** Terms as a proof shows them, as the text that is hashed; null for what has none. */
export function textShown(shown: unknown): string | null {
  if (typeof shown !== 'object' || shown === null) return null;
  try {
    return canonicalJson(shown as Json);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}
