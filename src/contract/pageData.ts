import type { RoundsAsked } from '../round/roundsAsked.ts';
import type { PublicConfig } from './config.ts';
import type { ApiError } from './error.ts';
import type { Fairness } from './fairness.ts';
import type { Status } from './health.ts';
import type { RoundDetail, RoundsPage } from './round.ts';
import type { Participants, Stats } from './stats.ts';
import type { Terms } from './terms.ts';
import type { WalletCheck } from './wallet.ts';
import type { Winner } from './winner.ts';

/**
 * What the pages of rounds, fairness, terms of play and status are rendered from besides the data of every page. If an
 * answer is null, the browser asks for it.
 */
export type ShownAnswer =
  | {
      readonly kind: 'round';
      readonly asked: string;
      /** The place whose win the page is about; null for the round as a whole. */
      readonly place: Winner['place'] | null;
      readonly answer: RoundDetail | ApiError | null;
    }
  | { readonly kind: 'rounds'; readonly asked: RoundsAsked; readonly answer: RoundsPage | ApiError | null }
  | { readonly kind: 'fairness'; readonly answer: Fairness | null }
  | { readonly kind: 'terms'; readonly answer: Terms | null }
  | { readonly kind: 'status'; readonly answer: Status | null };

/**
 * What a page is rendered from, in the worker and at first in the browser. A null part shows that it is loading, and
 * the browser asks for it.
 */
export interface PageData {
  /** The request's path, without query. */
  readonly path: string;
  /** The server's clock at rendering, in ms. */
  readonly now: number;
  readonly stats: Stats | null;
  readonly participants: Participants | null;
  readonly config: PublicConfig | null;
  /** On a wallet's page: the address as it was asked for, and the answer. */
  readonly wallet: { readonly asked: string; readonly answer: WalletCheck | ApiError | null } | null;
  /** Null or missing on a page that `ShownAnswer` has no kind for. */
  readonly shown?: ShownAnswer | null;
}

/** What the worker gives to be rendered. */
export interface PageInput extends PageData {
  /** `https://host`, when known: makes the canonical and preview addresses absolute. */
  readonly origin?: string;
}
