import type { Address } from '../../src/address/address.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import type { KnownTerms } from '../../worker/terms/countMade.ts';
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
    announcedFor: async () => null,
    all: () => ({ counted: [], spent: [] }),
  };
}

function termsIn(settings: Settings): TermsFor {
  const terms = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [] });
  return { kind: 'terms', terms, hash: DOCUMENTS.rules.terms };
}

/** As that, where another pool wallet was announced, and this instance has not read the announcements yet. */
export function unreadTerms(settings: Settings, pool: Address): TermsBook {
  let isRead = false;
  const announced = () => (isRead ? ({ said: { pool, lock: settings.clock.entryLockSeconds } } as KnownTerms) : null);
  const announcedFor = async () => {
    isRead = true;
    return announced();
  };
  return { ...fixedTerms(settings), announced, announcedFor };
}
