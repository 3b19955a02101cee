import { PLACE_PATTERN } from '../../src/protocol/terms/places.ts';

const PATHS = [
  ...(['/', '/terms', '/terms-of-play', '/privacy', '/audit'] as const),
  ...(['/tax', '/wallet', '/rounds', '/fairness', '/status'] as const),
] as const;

/**
 * A page by its path; `:n` stands for a round's number, with or without one of its wins, and `/404` for every path
 * without a page.
 */
export type PagePath = (typeof PATHS)[number] | '/rounds/:n' | '/404';

const ROUND_PAGE = new RegExp(`^/rounds/[^/]+(?:/wins/${PLACE_PATTERN})?$`);

/** The page at a request's path, with or without a trailing slash. */
export function pagePath(path: string): PagePath {
  const trimmed = path.replace(/(?<=.)\/+$/, '').replace(/^\/wallet\/[^/]+$/, '/wallet');
  if (ROUND_PAGE.test(trimmed)) return '/rounds/:n';
  return PATHS.find((known) => known === trimmed) ?? '/404';
}
