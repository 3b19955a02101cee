import { type RoundClock, roundAt } from '../../src/round/clock.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { Settings } from '../settings/Settings.ts';
import type { CountedBook, KnownTerms } from './countMade.ts';

/** What is known of the terms that a round is played under. */
export type TermsFor =
  | { readonly kind: 'terms'; readonly terms: Terms; readonly hash: string }
  /** No announcement that counts is valid for the round. */
  | { readonly kind: 'none' }
  /** Terms may hold for the round, but what they promise is not known here. The round must not be played. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * A mark of an announcement is made, but no node shows the announcement, which may hold for any round. `why` says why
 * no node shows it, as the end of a sentence.
 */
export class TermsUnread extends RpcError {
  constructor(why: string) {
    super('of all nodes', 'the announcements', why);
  }
}

export interface TermsBook {
  /**
   * The terms of a round, once enough nodes say that no later announcement can hold for it. Throws an RpcError while
   * too few say so.
   */
  forRound(round: number): Promise<TermsFor>;
  /**
   * As `announced`, once enough nodes say that no later announcement can hold for the round. Throws an RpcError while
   * too few say so. Throws a `TermsUnread` while no node shows what made an announcement's mark.
   */
  announcedFor(round: number): Promise<KnownTerms | null>;
  /** As `forRound`, from what was read before. Asks no node. */
  known(round: number): TermsFor;
  /**
   * What the chain says of the terms that hold for a round, whether their text is known or not. Null when no terms hold
   * for it. From what was read before: asks no node.
   */
  announced(round: number): KnownTerms | null;
  /** Reads the stored announcements from the database, unless this book has read them before. */
  load(): Promise<void>;
  /**
   * Reads new announcements from the chain, unless the last reading left nothing unknown and is less than 100 s old.
   * Throws an RpcError while too few nodes answer.
   */
  look(): Promise<void>;
  /** All announcements that were read: those that count, and those that do not count and only used up their number. */
  all(): CountedBook;
}

interface AnnouncedClock {
  readonly settings: Pick<Settings, 'clock'>;
  readonly terms: Pick<TermsBook, 'announced'>;
}

/**
 * A round's timetable, with the lock time that was announced for the round. Everything else is from the settings. If
 * nothing was announced for the round, the lock time is from the settings as well.
 */
export function clockOf({ settings: { clock }, terms }: AnnouncedClock, round: number): RoundClock {
  return { ...clock, entryLockSeconds: terms.announced(round)?.said.lock ?? clock.entryLockSeconds };
}

/**
 * The round whose entries are locked next after the moment `unix` (seconds): the running round before its lock, and the
 * round after it from that lock on.
 */
export function comingRound(of: AnnouncedClock, unix: number): number {
  const { clock } = of.settings;
  return roundAt(clock, unix + clockOf(of, roundAt(clock, unix)).entryLockSeconds);
}
