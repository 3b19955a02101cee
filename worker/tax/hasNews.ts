import type { Pursuit } from '../engine/intention.ts';

/**
 * Whether a look found a newly confirmed transaction. Transactions that were sent together land within a second or two
 * of each other. While each look finds more of them, a write for each is not worth it: what was found is in the journal
 * already.
 */
export function hasNews(pursued: readonly { readonly pursuit: Pursuit }[]): boolean {
  return pursued.some(
    ({ pursuit }) => pursuit.kind === 'pending' && pursuit.slot !== null && pursuit.row.state === 'sent',
  );
}
