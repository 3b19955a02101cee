import { costOf } from '../chain/signing/costOf.ts';
import type { Pursuit } from '../engine/intention.ts';
import type { JournalRow } from '../store/journal/journal.ts';
import type { StepOutcome } from '../store/tax/taxSteps.ts';

/** The outcome of a step whose transaction has landed. `fee` is null when the row's bytes are gone or tell no fee. */
export const landedAs = (row: JournalRow, status: 'confirmed' | 'final'): StepOutcome => ({
  ...{ status, signature: row.signature },
  fee: costOf(row.bytes)?.fee ?? null,
});

/**
 * Whether a look found a newly confirmed transaction. If so, the outcomes of steps need not be written before the next
 * look: transactions that were sent together land within a second or two, and one write serves all of them. Nothing is
 * lost, because the journal has what was found.
 */
export function hasNews(pursued: readonly { readonly pursuit: Pursuit }[]): boolean {
  return pursued.some(
    ({ pursuit }) => pursuit.kind === 'pending' && pursuit.slot !== null && pursuit.row.state === 'sent',
  );
}
