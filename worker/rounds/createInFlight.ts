import { isRecent } from '../../src/round/isRecent.ts';
import type { Foremost } from '../store/rounds/rounds.ts';
import type { RoundContext } from './context.ts';

/** A round that only waits is read again after this long. */
const KNOWN_MS = 10_000;

export interface InFlight {
  /**
   * The oldest round in flight and the newest stored round, as read at most ten seconds ago. While no round is in
   * flight, each call asks the database.
   */
  read(): Promise<Foremost>;
  /** Called when something may have changed that round: the next `read` asks the database. */
  forget(): void;
}

/**
 * The round in flight, remembered while it waits for the chain or the clock. The memory decides nothing: transitions
 * are conditional updates, and what is signed is read from the database.
 */
export function createInFlight({ rounds, now }: Pick<RoundContext, 'rounds' | 'now'>): InFlight {
  let known: { readonly foremost: Foremost; readonly readAt: number } | null = null;
  let forgotten = 0;
  return {
    async read() {
      if (known !== null && isRecent(known.readAt, now(), KNOWN_MS)) return known.foremost;
      const before = forgotten;
      const foremost = await rounds.inFlightAndNewest();
      // If `forget` was called during the read, something newer may be stored.
      known = foremost.inFlight === null || before !== forgotten ? null : { foremost, readAt: now() };
      return foremost;
    },
    forget() {
      forgotten += 1;
      known = null;
    },
  };
}
