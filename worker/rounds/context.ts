import type { Rpc } from '../chain/node/rpc.ts';
import type { Signer } from '../chain/signing/signer.ts';
import type { Pursue } from '../engine/intention.ts';
import type { PollAgain } from '../engine/pollAgain.ts';
import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import type { FetchBeacon } from '../feeds/fetchBeacon.ts';
import type { Settings } from '../settings/Settings.ts';
import type { RoundStore } from '../store/rounds/rounds.ts';
import type { TermsBook } from '../terms/TermsBook.ts';
import type { DocumentsOf } from './lists/keepDocuments.ts';
import type { ReadEntries } from './lists/readEntries.ts';
import type { RoundCopies } from './lists/roundCopies.ts';
import type { WatchPayouts } from './watch/watchPayouts.ts';

/** What the steps of a round use. Built once, in `worker/compose/roundServices.ts`. */
export interface RoundContext {
  readonly db: D1Database;
  readonly settings: Settings;
  readonly rounds: RoundStore;
  readonly rpc: Rpc;
  readonly terms: TermsBook;
  readonly signer: Signer;
  readonly pursue: Pursue;
  readonly pollAgain: PollAgain;
  readonly fetchBeacon: FetchBeacon;
  readonly readEntries: ReadEntries;
  readonly documentsOf: DocumentsOf;
  readonly copies: RoundCopies;
  readonly raiseAlert: RaiseAlert;
  readonly payouts: WatchPayouts;
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Tells a person which nodes caused a round to be rolled over, once in each outage. */
  readonly tellUndecided: () => void;
  /** Whether, within the last ten minutes, too few RPC nodes answered alike. */
  readonly isDisputed: () => boolean;
}
