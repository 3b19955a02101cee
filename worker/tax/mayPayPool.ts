import { roundAt, roundLocksAt } from '../../src/round/clock.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { Settings } from '../settings/Settings.ts';
import type { RoundStore } from '../store/rounds/rounds.ts';
import { clockOf } from '../terms/clockOf.ts';
import type { TermsBook } from '../terms/TermsBook.ts';

/** What is signed this long before a lock has landed by then, or is rare. */
const BEFORE_LOCK_SECONDS = 15;

export interface MayPayPoolInput {
  readonly rounds: Pick<RoundStore, 'get'>;
  readonly settings: Pick<Settings, 'clock'>;
  readonly terms: Pick<TermsBook, 'forRound' | 'announced'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Whether a payment to the pool may be signed now. The balance that a round commits to is checked against the wallet's
 * history up to its snapshot, so none goes out between shortly before the lock and the commitment. The lock is that of the
 * terms in force: while too few nodes say which these are, nothing is signed.
 */
export function createMayPayPool({ rounds, settings, terms, now }: MayPayPoolInput): () => Promise<boolean> {
  return async () => {
    const round = roundAt(settings.clock, Math.floor(now() / 1000));
    try {
      await terms.forRound(round);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return false;
    }
    if (now() / 1000 < roundLocksAt(clockOf({ settings, terms }, round), round) - BEFORE_LOCK_SECONDS) return true;
    const state = (await rounds.get(round))?.state ?? 'open';
    return state !== 'open' && state !== 'locked';
  };
}
