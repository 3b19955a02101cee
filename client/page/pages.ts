import { feeText, RULES_TEXT } from '../format/rulesText.ts';

/** What a page says about itself in the document's head. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const PAGES: readonly Page[] = [
  {
    path: '/',
    title: 'Game of Draws: three winners every hour',
    description: `Hold at least ${RULES_TEXT.threshold} GOD to enter the hourly draw on Solana. Three winners, paid in SOL, and anyone can verify every draw.`,
  },
  {
    path: '/terms',
    title: 'Terms · Game of Draws',
    description: 'What the hourly draw promises, what it does not promise, and who is in it.',
  },
  {
    path: '/privacy',
    title: 'Privacy · Game of Draws',
    description:
      'No accounts, no cookies, no trackers: what this site stores, what it sends, and what is public on chain.',
  },
  {
    path: '/audit',
    title: 'Audit Report · Game of Draws',
    description: 'Check any round of Game of Draws yourself, with public data. You do not have to trust us.',
  },
  {
    path: '/tax',
    title: `Where the ${feeText()} goes · Game of Draws`,
    description:
      'How the fee on every GOD transfer becomes prizes: each step, each amount and each transaction on chain.',
  },
  {
    path: '/wallet',
    title: 'Check my wallet · Game of Draws',
    description: 'Is your wallet in the next draw? Its odds per round, day and month, and what it has won.',
  },
];

export const NOT_FOUND: Page = {
  path: '/404',
  title: 'Page not found · Game of Draws',
  description: 'There is no page at this address.',
};

/** The page at a request's path, with or without a trailing slash. */
export function pageAt(path: string): Page {
  const trimmed = path.replace(/(?<=.)\/+$/, '').replace(/^\/wallet\/[^/]+$/, '/wallet');
  return PAGES.find((page) => page.path === trimmed) ?? NOT_FOUND;
}
