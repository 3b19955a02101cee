import { isRecent } from '../../src/round/isRecent.ts';
import type { RoundInFlight } from '../../src/round/record.ts';
import type { RoundContext } from './context.ts';

/** For so long a round that only waits is not read again. */
const KNOWN_MS = 10_000;

export interface InFlight {
  /** The oldest round that still wants work, as it was read at most ten seconds ago. */
  read(): Promise<RoundInFlight | null>;
  /** Something may have changed it: the next look reads the database. */
  forget(): void;
}

/**
 * The round in flight, remembered while it waits for the chain or the clock: it is looked at several times a second.
 * Memory only, and it decides nothing: each transition is a conditional update, and what is signed is read anew.
 */
export function createInFlight({ rounds, now }: Pick<RoundContext, 'rounds' | 'now'>): InFlight {
  let known: { readonly record: RoundInFlight; readonly readAt: number } | null = null;
  let forgotten = 0;
  return {
    async read() {
      if (known !== null && isRecent(known.readAt, now(), KNOWN_MS)) return known.record;
      const before = forgotten;
      const record = await rounds.inFlight();
      // What was forgotten during the read may be newer than what was read.
      known = record === null || before !== forgotten ? null : { record, readAt: now() };
      return record;
    },
    forget() {
      forgotten += 1;
      known = null;
    },
  };
}
