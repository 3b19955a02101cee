import { roundAt, roundLocksAt } from '../../src/round/clock.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { Settings } from '../settings/Settings.ts';
import type { RoundStore } from '../store/rounds/rounds.ts';
import { clockOf, type TermsBook } from '../terms/TermsBook.ts';

/** A payment that is signed this long before a lock nearly always lands before it. */
const BEFORE_LOCK_SECONDS = 15;

export interface MayPayPoolInput {
  readonly rounds: Pick<RoundStore, 'get'>;
  readonly settings: Pick<Settings, 'clock'>;
  readonly terms: Pick<TermsBook, 'forRound' | 'announced'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Whether a payment to the pool may be signed now: not from shortly before a lock until the round is committed or over.
 * A payment in that time could make nodes disagree about the pool's balance, and verifiers might have to read the pool
 * wallet's history. The terms in force say when the lock is. While too few nodes tell the terms, nothing is signed.
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
