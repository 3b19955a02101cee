import type { PublicConfig } from '../src/contract/config.ts';
import type { ApiError } from '../src/contract/error.ts';
import type { Participants, Stats } from '../src/contract/stats.ts';
import type { WalletCheck } from '../src/contract/wallet.ts';

/** What a page is rendered from. Null parts show their loading state and are fetched by the browser. */
export interface PageInput {
  /** The request's path, without query. */
  path: string;
  /** The server's clock, in ms. */
  now: number;
  stats: Stats | null;
  participants: Participants | null;
  config: PublicConfig | null;
  /** On a wallet's page: the address as it was asked for, and the answer, or null while the holders are unknown. */
  wallet: { asked: string; answer: WalletCheck | ApiError | null } | null;
  /** `https://host`, when known: makes the canonical and preview addresses absolute. */
  origin?: string;
}

/** The whole HTML document for `path`; a path without a page gets the 404 page. */
export function renderPage(input: PageInput): string;

/** The HTTP status that belongs to `renderPage`'s document for `path`. */
export function pageStatus(path: string): 200 | 404;

/** The whole HTML document of the console at `/admin`. */
export function renderAdmin(): string;

/** The pages' inline style, as a content security policy names it: `'sha256-…'`. */
export const STYLE_HASH: string;
