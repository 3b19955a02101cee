import type { Journal, JournalRow, NewAttempt } from '../../worker/store/journal/journal.ts';

/** A journal with functions for one attempt at a time. */
export function oneByOne(journal: Journal) {
  return {
    ...journal,
    async write(attempt: NewAttempt): Promise<JournalRow> {
      const [row] = await journal.writeAll([attempt]);
      if (row === undefined) throw new Error(`nothing was read back of ${attempt.key}`);
      return row;
    },
    see: (row: JournalRow, state: 'confirmed' | 'finalized', slot: number) => journal.settleAll([{ row, state, slot }]),
    bury: (row: JournalRow, state: 'failed' | 'expired', proof: string) => journal.settleAll([{ row, state, proof }]),
  };
}
