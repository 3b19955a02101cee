import type { Terms } from '../../src/terms/Terms.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { CountedBook, KnownTerms } from './countMade.ts';

/** What is known of the terms that a round is played under. */
export type TermsFor =
  | { readonly kind: 'terms'; readonly terms: Terms; readonly hash: string }
  /** None that count hold for it. */
  | { readonly kind: 'none' }
  /** Some may hold for it, and what they promise is not known here: nothing may be played under them. */
  | { readonly kind: 'unknown'; readonly why: string };

/** A number was announced, and nobody shows by what: it may hold for any round. `detail` is why, as the end of a sentence. */
export class TermsUnread extends RpcError {
  constructor(why: string) {
    super('of all nodes', 'the announcements', why);
  }
}

export interface TermsBook {
  /**
   * The terms of a round, when enough nodes say that nothing was announced since that could hold for it. Throws an
   * RpcError while too few do.
   */
  forRound(round: number): Promise<TermsFor>;
  /**
   * As `announced`, when enough nodes say that nothing was announced since that could hold for the round. Throws an
   * RpcError while too few do, and a `TermsUnread` while nobody shows what made an announcement's mark.
   */
  announcedFor(round: number): Promise<KnownTerms | null>;
  /** As far as was read before; nothing is asked. */
  known(round: number): TermsFor;
  /** What the chain says of the terms that are in force for a round, whether their text is known or not. */
  announced(round: number): KnownTerms | null;
  /** Reads what is stored; once for an instance. */
  load(): Promise<void>;
  /** Reads whether something new was announced, unless that was read a moment ago. Throws an RpcError. */
  look(): Promise<void>;
  /** All that count, as far as they were read. */
  all(): CountedBook;
}
