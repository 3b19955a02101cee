import { openKeptSetup } from './KeptSetup.ts';
import { keptAnswers, keptFolder, keptUrl } from './keptFolder.ts';

const OTHER: Readonly<Record<string, string>> = { staging: 'production', production: 'staging' };

/**
 * Why settings belong to the other environment; null when they do not. If staging was deployed with production's
 * domain, wrangler would take the domain away from production without a question.
 */
export function whyOfOther(environment: string, given: Readonly<Record<string, string>>): string | null {
  const other = OTHER[environment];
  if (other === undefined) return null;
  if (given.ENVIRONMENT === other)
    return `ENVIRONMENT says that these settings are of ${other}, but --env says ${environment}. Nothing was changed.`;
  const domain = hostOf(given.DOMAIN);
  const folder = keptFolder(other);
  return domain !== null && [keptAnswers(folder).DOMAIN, keptUrl(folder)].some((one) => hostOf(one) === domain)
    ? `${domain} is the domain of ${other}: ${environment} would take it away. Nothing was changed.`
    : null;
}

/** The host of a domain or an address, without capitals and without a dot at its end; null where there is none. */
function hostOf(said: string | null | undefined): string | null {
  if (!said) return null;
  const address = said.includes('://') ? said : `https://${said}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null;
}

/** The other environment's name, if its setup has noted the bookmark and this one's setup has not; else null. */
export function otherWithBookmark(
  environment: string,
  bookmark: string,
  known: readonly { readonly bookmark: string }[],
): string | null {
  const other = OTHER[environment];
  const isIn = (bookmarks: typeof known) => bookmarks.some((one) => one.bookmark === bookmark);
  return other !== undefined && !isIn(known) && isIn(bookmarksOf(other)) ? other : null;
}

/**
 * The bookmarks that an environment's setup has noted. A folder that cannot be read counts as empty, because it must
 * not stop a restore.
 */
function bookmarksOf(environment: string): readonly { readonly bookmark: string }[] {
  try {
    return openKeptSetup(keptFolder(environment)).facts().bookmarks;
  } catch {
    return [];
  }
}
