import { type RoundClock, roundAt } from '../../src/round/clock.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { Settings } from '../settings/Settings.ts';
import type { CountedBook, KnownTerms } from './countMade.ts';

/** What is known of the terms that a round is played under. */
export type TermsFor =
  | { readonly kind: 'terms'; readonly terms: Terms; readonly hash: string }
  /** No announcement that counts holds for the round. */
  | { readonly kind: 'none' }
  /** Some terms may hold for the round, but what they promise is not known here: nothing may be played under them. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * The mark of a number is made, but no node shows the announcement: it may hold for any round. `detail` says why, in
 * words that fit the end of a sentence.
 */
export class TermsUnread extends RpcError {
  constructor(why: string) {
    super('of all nodes', 'the announcements', why);
  }
}

export interface TermsBook {
  /**
   * The terms of a round, once enough nodes say that no later announcement could hold for it. Throws an RpcError while
   * too few do.
   */
  forRound(round: number): Promise<TermsFor>;
  /**
   * As `announced`, once enough nodes say that no later announcement could hold for the round. Throws an RpcError while
   * too few do, and a `TermsUnread` while no node shows what made an announcement's mark.
   */
  announcedFor(round: number): Promise<KnownTerms | null>;
  /** As `forRound`, by what was read before. Asks nobody. */
  known(round: number): TermsFor;
  /**
   * What the chain says of the terms that hold for a round, by what was read before, whether their text is known or
   * not; null when no terms hold for it. Asks nobody.
   */
  announced(round: number): KnownTerms | null;
  /** Reads what is stored; once for an instance. */
  load(): Promise<void>;
  /**
   * Reads whether something new was announced, unless that was read a moment ago. Throws an RpcError while too few
   * nodes say it.
   */
  look(): Promise<void>;
  /** All announcements that were read: those that count, and those whose numbers are spent. */
  all(): CountedBook;
}

interface AnnouncedClock {
  readonly settings: Pick<Settings, 'clock'>;
  readonly terms: Pick<TermsBook, 'announced'>;
}

/** A round's timetable by what was announced for it. Without an announcement: by the settings. */
export function clockOf({ settings: { clock }, terms }: AnnouncedClock, round: number): RoundClock {
  return { ...clock, entryLockSeconds: terms.announced(round)?.said.lock ?? clock.entryLockSeconds };
}

/**
 * The round whose entries are locked next, at `unix`, seconds: the running one until its lock, and then the one after.
 */
export function comingRound(of: AnnouncedClock, unix: number): number {
  const { clock } = of.settings;
  return roundAt(clock, unix + clockOf(of, roundAt(clock, unix)).entryLockSeconds);
}
