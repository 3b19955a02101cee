import type { Settings } from '../../worker/settings/Settings.ts';
import type { TermsBook, TermsFor } from '../../worker/terms/TermsBook.ts';
import { termsOfSettings } from '../../worker/terms/termsOfSettings.ts';
import { DOCUMENTS } from './honestRound.ts';

/** A book in which the settings' own terms hold for every round, under the hash of the honest round; or another answer. */
export function fixedTerms(settings: Settings, of: TermsFor = termsIn(settings)): TermsBook {
  return {
    load: async () => undefined,
    look: async () => undefined,
    forRound: async () => of,
    known: () => of,
    announced: () => null,
    all: () => ({ counted: [], spent: [] }),
  };
}

function termsIn(settings: Settings): TermsFor {
  const terms = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [] });
  return { kind: 'terms', terms, hash: DOCUMENTS.rules.terms };
}
