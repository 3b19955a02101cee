import type { Address } from '../../src/address/address.ts';
import type { RoundStore } from '../store/rounds/rounds.ts';
import { createArchiveTax } from './archiveTax.ts';
import { createPackLists } from './packLists.ts';

export interface TidyUpInput {
  readonly db: D1Database;
  readonly rounds: Pick<RoundStore, 'inFlight'>;
  /** The pool wallets whose keys are here. */
  readonly pools: readonly Address[];
  /** The number of the newest round that has ended. */
  readonly closedRounds: () => number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Keeps the database small, with a little work each minute. Nothing of it is done while a round is in flight. */
export function createTidyUp({ db, rounds, pools, closedRounds, now }: TidyUpInput): () => Promise<void> {
  const packLists = createPackLists({ db, closedRounds });
  const archiveTax = createArchiveTax({ db, pools, now });
  return async () => {
    if ((await rounds.inFlight()) !== null) return;
    await packLists();
    await archiveTax();
  };
}
