import type { ShownTerms } from '../contract/terms.ts';
import type { Terms } from './Terms.ts';

/** An announcement as a proof shows it: the members of its terms as they are hashed, and its transaction. */
export function shownTerms(terms: Terms, signature: string): ShownTerms {
  const { places, excluded, watchers, ...others } = terms;
  return {
    signature,
    terms: {
      ...others,
      places: [...places],
      excluded: excluded.map(([address, reason]) => [address, reason]),
      watchers: watchers.map(([address, name, operator]) => [address, name, operator]),
    },
  };
}
