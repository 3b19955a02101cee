import { canonicalJson, type Json } from './canonicalJson.ts';
import { readTerms } from './readTerms.ts';
import { type Terms, termsHash } from './Terms.ts';

/** The terms shown for a round, and the lottery to which they belong. */
export interface ChainOfTerms {
  readonly terms: Terms;
  /** Hash of the lottery's first terms. */
  readonly lottery: string;
}

/**
 * The newest of the shown terms that hold for a round, and the hash of the lottery's first terms, to which `previous`
 * leads back. Null when none hold for the round, or when the first terms or any in between are not shown. `shown` may
 * be any parsed JSON. Whether the terms were announced and count is not checked.
 */
export function termsChain(round: number, shown: readonly unknown[]): ChainOfTerms | null {
  const known = new Map<string, Terms>();
  for (const one of shown) {
    const terms = termsShown(one);
    if (terms !== null) known.set(termsHash(terms), terms);
  }
  let newest: Terms | null = null;
  for (const terms of known.values()) if (terms.from <= round && terms.terms > (newest?.terms ?? 0)) newest = terms;
  if (newest === null) return null;
  let first: Terms = newest;
  while (first.previous !== null) {
    const before = known.get(first.previous);
    // The number of the terms gets smaller with each turn, so the loop ends.
    if (before === undefined || before.terms >= first.terms) return null;
    first = before;
  }
  return { terms: newest, lottery: termsHash(first) };
}

/** Terms as a proof shows them; null for anything else. */
function termsShown(shown: unknown): Terms | null {
  try {
    return readTerms(canonicalJson(shown as Json)).terms;
  } catch {
    return null;
  }
}
