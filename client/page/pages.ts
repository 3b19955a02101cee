import { WINNERS_TEXT } from '../../src/round/placeWords.ts';
import { feeText, RULES_TEXT } from '../format/rulesText.ts';
import { type PagePath, pagePath } from './pagePath.ts';

/** What a page says about itself in the document's head. */
export interface Page {
  readonly path: PagePath;
  /** The module that is loaded for it; none for the landing page, which everything starts with. */
  readonly module: string | null;
  readonly title: string;
  readonly description: string;
  /** Path of the picture that links to the page are shown with; the site's own without it. */
  readonly image?: string;
}

const PAGES: readonly Page[] = [
  {
    path: '/',
    module: null,
    title: `Game of Draws: ${WINNERS_TEXT.toLowerCase()} every hour`,
    description: `Hold at least ${RULES_TEXT.threshold} GOD to enter the hourly draw on Solana. ${WINNERS_TEXT}, paid in SOL, and anyone can verify every draw.`,
  },
  {
    path: '/terms',
    module: 'TermsPage',
    title: 'Terms · Game of Draws',
    description: 'What the hourly draw promises, what it does not promise, and who is in it.',
  },
  {
    path: '/terms-of-play',
    module: 'TermsOfPlayPage',
    title: 'Terms of play · Game of Draws',
    description:
      'What every round is played by, as it was announced on the Solana chain: entries, times, prizes, pool.',
  },
  {
    path: '/privacy',
    module: 'PrivacyPage',
    title: 'Privacy · Game of Draws',
    description:
      'No accounts, no cookies, no trackers: what this site stores, what it sends, and what is public on chain.',
  },
  {
    path: '/audit',
    module: 'AuditPage',
    title: 'Audit Report · Game of Draws',
    description: 'Check any round of Game of Draws yourself, with public data. You do not have to trust us.',
  },
  {
    path: '/tax',
    module: 'TaxPage',
    title: `Where the ${feeText()} goes · Game of Draws`,
    description:
      'How the fee on every GOD transfer becomes prizes: each step, each amount and each transaction on chain.',
  },
  {
    path: '/wallet',
    module: 'WalletPage',
    title: 'Check my wallet · Game of Draws',
    description: 'Is your wallet in the next draw? Its odds per round, day and month, and what it has won.',
  },
  {
    path: '/rounds',
    module: 'RoundsPage',
    title: 'All rounds · Game of Draws',
    description: 'Every hourly draw with its state, its prizes and its winners. Find a round by number, day or wallet.',
  },
  {
    path: '/rounds/:n',
    module: 'RoundPage',
    title: 'A round · Game of Draws',
    description: 'One draw, step by step: entries, commitment, random number, winners and payment.',
  },
  {
    path: '/fairness',
    module: 'FairnessPage',
    title: 'Fairness in figures · Game of Draws',
    description: 'Who won over all rounds, compared with what a fair draw gives, and how fast prizes were paid.',
  },
  {
    path: '/status',
    module: 'StatusPage',
    title: 'Status · Game of Draws',
    description: 'Is the lottery running? Its parts right now, and how the rounds of the last 90 days were played.',
  },
];

export const NOT_FOUND: Page = {
  path: '/404',
  module: 'NotFoundPage',
  title: 'Page not found · Game of Draws',
  description: 'There is no page at this address.',
};

/** The page at a request's path, with or without a trailing slash. */
export function pageAt(path: string): Page {
  const found = pagePath(path);
  return PAGES.find((page) => page.path === found) ?? NOT_FOUND;
}
