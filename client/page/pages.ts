import { RANKS, WINNERS_TEXT } from '../../src/round/placeWords.ts';
import { feeText, RULES_TEXT } from '../format/rulesSentences.ts';

/** A page: its paths, its file in this folder, and the texts of its document's head. */
export interface Page {
  /** Without a trailing slash; `:name` stands for any one part of the path. */
  readonly paths: readonly string[];
  /** The name of the page's file and of its export; null for the landing page, whose code every page loads. */
  readonly module: string | null;
  readonly title: string;
  readonly description: string;
  /** The path of the picture for links to the page; the site's own picture by default. */
  readonly image?: string;
  readonly hasFeed?: boolean;
}

/** The pages. The recipe for a new one is in CONTRIBUTING.md. */
export const PAGES: readonly Page[] = [
  {
    paths: ['/'],
    module: null,
    title: `Game of Draws: ${WINNERS_TEXT.toLowerCase()} every hour`,
    description: `Hold at least ${RULES_TEXT.threshold} GOD to enter the hourly draw on Solana. ${WINNERS_TEXT}, paid in SOL, and anyone can verify every draw.`,
  },
  {
    paths: ['/terms'],
    module: 'TermsPage',
    title: 'Terms · Game of Draws',
    description: 'What the hourly draw promises, what it does not promise, and who is in it.',
  },
  {
    paths: ['/terms-of-play'],
    module: 'TermsOfPlayPage',
    title: 'Terms of play · Game of Draws',
    description: 'The rules of every round, as they were announced on the Solana chain: entries, times, prizes, pool.',
  },
  {
    paths: ['/privacy'],
    module: 'PrivacyPage',
    title: 'Privacy · Game of Draws',
    description:
      'No accounts, no cookies, no trackers: what this site stores, what it sends, and what is public on chain.',
  },
  {
    paths: ['/audit'],
    module: 'AuditPage',
    title: 'Audit Report · Game of Draws',
    description: 'Check any round of Game of Draws yourself, with public data. You do not have to trust us.',
  },
  {
    paths: ['/tax'],
    module: 'TaxPage',
    title: `Where the ${feeText()} goes · Game of Draws`,
    description:
      'How the fee on every GOD transfer becomes prizes: each step, each amount and each transaction on chain.',
  },
  {
    paths: ['/wallet', '/wallet/:address'],
    module: 'WalletPage',
    title: 'Check my wallet · Game of Draws',
    description: 'Is your wallet in the next draw? Its odds per round, day and month, and what it has won.',
  },
  {
    paths: ['/rounds'],
    hasFeed: true,
    module: 'RoundsPage',
    title: 'All rounds · Game of Draws',
    description: 'Every hourly draw with its state, its prizes and its winners. Find a round by number, day or wallet.',
  },
  {
    paths: ['/rounds/:round', ...Object.keys(RANKS).map((place) => `/rounds/:round/wins/${place}`)],
    hasFeed: true,
    module: 'RoundPage',
    title: 'A round · Game of Draws',
    description: 'One draw, step by step: entries, commitment, random number, winners and payment.',
  },
  {
    paths: ['/fairness'],
    module: 'FairnessPage',
    title: 'Fairness in figures · Game of Draws',
    description: 'Who won over all rounds, compared with what a fair draw gives, and how fast prizes were paid.',
  },
  {
    paths: ['/status'],
    module: 'StatusPage',
    title: 'Status · Game of Draws',
    description: 'Is the lottery running? Its parts right now, and how the rounds of the last 90 days were played.',
  },
];

export const NOT_FOUND: Page = {
  paths: [],
  module: 'NotFoundPage',
  title: 'Page not found · Game of Draws',
  description: 'There is no page at this address.',
};

/** The page at a request's path, with or without a trailing slash. */
export function pageAt(path: string): Page {
  const trimmed = path.replace(/(?<=.)\/+$/, '');
  const leadsTo = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(trimmed);
  return PAGES.find(({ paths }) => paths.some(leadsTo)) ?? NOT_FOUND;
}
