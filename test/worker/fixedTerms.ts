import { settingsOf } from '../../worker/settings/parseSettings.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import type { KnownTerms } from '../../worker/terms/countMade.ts';
import type { TermsBook, TermsFor } from '../../worker/terms/TermsBook.ts';
import { termsOfSettings } from '../../worker/terms/termsOfSettings.ts';
import { COMPLETE } from './completeSettings.ts';
import { DOCUMENTS } from './honestRound.ts';

/**
 * A terms book in which the settings' own terms hold for every round, under the hash of the honest round; or it gives
 * another answer.
 */
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

/** A terms book with these announcements; only their first rounds and wallets are known. */
export function countedTerms(
  counted: readonly { readonly from: number; readonly pool: string; readonly lock?: number }[],
  { genesisTime, roundSeconds }: Settings['clock'] = completeClock(),
): TermsBook {
  const book = counted.map(({ lock = 60, ...said }) => ({
    said: { lock, genesis: genesisTime, length: roundSeconds, ...said },
  })) as unknown as readonly KnownTerms[];
  const announced = (round: number) => book.findLast(({ said }) => said.from <= round) ?? null;
  return {
    load: async () => undefined,
    look: async () => undefined,
    forRound: async () => ({ kind: 'none' }),
    known: () => ({ kind: 'none' }),
    announced,
    announcedFor: async (round) => announced(round),
    all: () => ({ counted: book, spent: [] }),
  };
}

/**
 * A terms book that learns of these announcements only when it is asked for a round, because its stored state is older.
 */
export function learntTerms(settings: Settings, counted: Parameters<typeof countedTerms>[0]): TermsBook {
  const after = countedTerms(counted, settings.clock);
  let isLearnt = false;
  return {
    ...fixedTerms(settings),
    announced: (round) => (isLearnt ? after.announced(round) : null),
    async announcedFor(round) {
      isLearnt = true;
      return after.announced(round);
    },
  };
}

function completeClock(): Settings['clock'] {
  const parsed = settingsOf(COMPLETE);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  return parsed.settings.clock;
}

function termsIn(settings: Settings): TermsFor {
  const terms = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [] });
  return { kind: 'terms', terms, hash: DOCUMENTS.rules.terms };
}
