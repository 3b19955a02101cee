import type { ComponentType } from 'react';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { ApiError } from '../../src/contract/error.ts';
import type { Participants, Stats } from '../../src/contract/stats.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';

/** What a page is rendered from, on the server and again on the first render in the browser. */
export interface PageData {
  readonly path: string;
  /** The server's clock at rendering, in ms. */
  readonly now: number;
  readonly stats: Stats | null;
  readonly participants: Participants | null;
  readonly config: PublicConfig | null;
  /** On a wallet's page: the address as it was asked for, and the answer, or null while the holders are unknown. */
  readonly wallet: { readonly asked: string; readonly answer: WalletCheck | ApiError | null } | null;
}

/** What stands on a page. Most need nothing of the data themselves: the query client has it. */
export type PageContent = ComponentType<{ readonly data: PageData }>;
