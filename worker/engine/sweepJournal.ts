import { readOutcomes } from '../chain/ledger/readOutcome.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import type { Journal } from '../store/journal/journal.ts';

const AT_ONCE = 100;

export interface SweepInput {
  readonly journal: Pick<Journal, 'confirmed' | 'seeAll'>;
  readonly rpc: Pick<Rpc, 'hear'>;
}

/**
 * Looks at transactions that were left as confirmed, the oldest first, and notes which of them are final. Otherwise
 * they would stay in the console's list of open transactions.
 */
export function createSweepJournal({ journal, rpc }: SweepInput): () => Promise<void> {
  return async () => {
    const rows = await journal.confirmed(AT_ONCE);
    const outcomes = await readOutcomes(
      rpc,
      rows.map(({ signature }) => signature),
    );
    const final = rows.flatMap((row) => {
      const outcome = outcomes.get(row.signature);
      const isFinal = outcome?.seen === 'finalized' && outcome.error === null;
      return isFinal ? [{ row, slot: outcome.slot }] : [];
    });
    if (final.length > 0) await journal.seeAll(final);
  };
}
