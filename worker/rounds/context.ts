import type { FindPayments } from '../chain/findPayments.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { SearchMemos } from '../chain/searchMemos.ts';
import type { Signer } from '../chain/signer.ts';
import type { Pursue } from '../engine/pursue.ts';
import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import type { FetchBeacon } from '../feeds/fetchBeacon.ts';
import type { Settings } from '../settings/Settings.ts';
import type { RoundStore } from '../store/rounds.ts';
import type { DocumentsOf } from './keepDocuments.ts';
import type { ReadEntries } from './readEntries.ts';
import type { CommitmentSearch } from './searchRound.ts';
import type { WatchPayouts } from './watchPayouts.ts';

/** What a step of a round may touch. Assembled once, in `services.ts`. */
export interface RoundContext {
  readonly db: D1Database;
  readonly settings: Settings;
  readonly rounds: RoundStore;
  readonly rpc: Rpc;
  readonly signer: Signer;
  readonly pursue: Pursue;
  readonly fetchBeacon: FetchBeacon;
  readonly readEntries: ReadEntries;
  readonly documentsOf: DocumentsOf;
  readonly raiseAlert: RaiseAlert;
  readonly payouts: WatchPayouts;
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The pool wallet's own memos, as the chain has them. */
  readonly searchMemos: SearchMemos;
  /** Payments to a round's winners that nobody journaled, by every node. */
  readonly findPayments: FindPayments;
  /** Whether RPC nodes contradicted each other a moment ago. */
  readonly isDisputed: () => boolean;
  /** The last look at the history for a draw. Memory only: it spares calls. */
  readonly lastSearch: { round: number; at: number; found: Promise<CommitmentSearch | null> };
}
