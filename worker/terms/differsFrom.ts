import type { Address } from '../../src/address/address.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import { MINT_ROLES } from '../chain/accounts/readMint.ts';
import type { CountedBook } from './countMade.ts';
import { type TermsLink, type TermsSettings, termsOfSettings } from './termsOfSettings.ts';

/** How the settings compare with the newest announcement, for operators. */
export interface TermsReport {
  /** What differs or is missing, each as a sentence. Empty when the settings say what is announced. */
  readonly differences: readonly string[];
  /** What is announced, as a sentence. */
  readonly sentence: string;
}

/**
 * How the settings differ from the newest announcement that counts, since settings hold only once they are announced.
 * `authorities` are the mint's own; null when they are not known.
 */
export function differsFrom(
  settings: TermsSettings,
  { counted }: Pick<CountedBook, 'counted'>,
  authorities: TermsLink['authorities'] | null,
): TermsReport {
  const newest = counted.at(-1);
  if (newest === undefined) {
    const missing = 'Without terms no round is played: announce them with "npm run setup".';
    return { differences: [missing], sentence: 'No terms are announced.' };
  }
  const { said, judged } = newest;
  const sentence = `Terms ${said.k} are the newest, from round ${said.from} on.`;
  if (judged.terms === null) return { differences: [`Terms ${said.k} cannot be used: ${judged.problem}.`], sentence };
  const { terms } = judged;
  const own = termsOfSettings(settings, {
    ...{ terms: terms.terms, from: terms.from, previous: terms.previous, authorities: authorities ?? [] },
    formerPools: counted.slice(0, -1).map((before) => before.said.pool),
  });
  const found = [
    ...fieldDifferences(own, terms),
    ...excludedDifferences(own, terms, authorities),
    ...watchersOf(own, terms),
  ];
  return { differences: found.map((words) => `${words}. ${LATER}`), sentence };
}

const LATER = 'What is announced counts; "npm run terms" announces the settings.';

function fieldDifferences(own: Terms, announced: Terms): string[] {
  const rows: readonly (readonly [setting: string, own: unknown, theirs: unknown])[] = [
    ['GOD_MINT', own.mint, announced.mint],
    ['The address of TAX_AUTHORITY_SECRET_KEY', own.authority, announced.authority],
    ['The address of POOL_SECRET_KEY', own.pool, announced.pool],
    ['GENESIS_TIME', own.genesis, announced.genesis],
    ['ROUND_SECONDS', own.length, announced.length],
    ['ENTRY_LOCK_SECONDS', own.lock, announced.lock],
    ['DRAW_TOP_HOLDERS', own.top, announced.top],
    ['DRAND_PUBLIC_KEY', own.drand.publicKey, announced.drand.publicKey],
    ['DRAND_GENESIS', own.drand.genesis, announced.drand.genesis],
    ['DRAND_PERIOD', own.drand.period, announced.drand.period],
    ['The threshold in this code, in base units,', own.threshold, announced.threshold],
    ['The percentage of the pool that this code pays as prizes', own.share, announced.share],
    ['The list of the places’ percentages in this code', own.places.join(), announced.places.join()],
  ];
  return rows.flatMap(([setting, mine, theirs]) =>
    mine === theirs ? [] : [`${setting} is ${mine}, and terms ${announced.terms} say ${theirs}`],
  );
}

/**
 * Sentences about wallets that only the settings or only the terms exclude, or that both exclude for different reasons.
 * If the mint's authorities are not known, nothing is said about a wallet that the terms exclude as such an authority.
 */
function excludedDifferences(own: Terms, announced: Terms, authorities: TermsLink['authorities'] | null): string[] {
  const [mine, theirs] = [new Map(own.excluded), new Map(announced.excluded)];
  const named = (of: ReadonlyMap<Address, string>, address: Address) => `${address} as "${of.get(address)}"`;
  const missing = [...mine.keys()].filter((address) => mine.get(address) !== theirs.get(address));
  const isRole = (reason: string | undefined) => MINT_ROLES.some((role) => role === reason);
  const more = [...theirs.keys()].filter(
    (address) => !mine.has(address) && (authorities !== null || !isRole(theirs.get(address))),
  );
  return [
    ...missing.map((address) => {
      const said = theirs.has(address) ? `name it "${theirs.get(address)}"` : 'do not';
      return `Terms of these settings would exclude ${named(mine, address)}, and terms ${announced.terms} ${said}`;
    }),
    ...more.map((address) => `Terms ${announced.terms} exclude ${named(theirs, address)}, and no setting does`),
  ];
}

function watchersOf(own: Terms, announced: Terms): string[] {
  const text = ({ watchers }: Terms) =>
    watchers.map(([address, name, operator]) => `${name} (${address}, run by ${operator})`).join(', ') || 'nobody';
  return text(own) === text(announced)
    ? []
    : [`WITNESSES names ${text(own)}, and terms ${announced.terms} name ${text(announced)}`];
}
