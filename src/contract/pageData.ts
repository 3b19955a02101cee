import type { PublicConfig } from './config.ts';
import type { ApiError } from './error.ts';
import type { Participants, Stats } from './stats.ts';
import type { WalletCheck } from './wallet.ts';

/**
 * What a page is rendered from: in the worker, and again in the browser's first rendering. Null parts show their
 * loading state and are fetched by the browser.
 */
export interface PageData {
  /** The request's path, without query. */
  readonly path: string;
  /** The server's clock at rendering, in ms. */
  readonly now: number;
  readonly stats: Stats | null;
  readonly participants: Participants | null;
  readonly config: PublicConfig | null;
  /** On a wallet's page: the address as it was asked for, and the answer, or null while the holders are unknown. */
  readonly wallet: { readonly asked: string; readonly answer: WalletCheck | ApiError | null } | null;
}

/** What the worker gives to be rendered. */
export interface PageInput extends PageData {
  /** `https://host`, when known: makes the canonical and preview addresses absolute. */
  readonly origin?: string;
}
