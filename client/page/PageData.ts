import type { PublicConfig } from '../../src/contract/config.ts';
import type { Participants, Stats } from '../../src/contract/stats.ts';

/** What a page is rendered from, on the server and again on the first render in the browser. */
export interface PageData {
  readonly path: string;
  /** The server's clock at rendering, in ms. */
  readonly now: number;
  readonly stats: Stats | null;
  readonly participants: Participants | null;
  readonly config: PublicConfig | null;
}
