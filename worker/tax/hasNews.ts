import type { Pursuit } from '../engine/intention.ts';

/**
 * Whether a look has found a transaction confirmed that was not known to be. Those that were sent together land within
 * a second or two of each other: while more of them come in with each look, it is not worth a write for each. What was
 * found is in the journal by then.
 */
export function hasNews(pursued: readonly { readonly pursuit: Pursuit }[]): boolean {
  return pursued.some(
    ({ pursuit }) => pursuit.kind === 'pending' && pursuit.slot !== null && pursuit.row.state === 'sent',
  );
}
