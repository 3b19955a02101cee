import { parseTaxMemo } from '../../src/tax/taxMemo.ts';
import type { SignedMemo } from '../chain/weighMemos.ts';
import type { TaxContext } from './context.ts';

/** What belongs to a cycle may be this much older than its first row: block times run beside our clock. */
export const SLACK_SECONDS = 600;
/** A node that decides by what it does not find must have seen a block this young. */
const FRESH_SECONDS = 60;

/**
 * Memos of distributions that our wallet has signed since `since` (unix seconds). Something is decided by what is not
 * there: throws `NodesDisagree` when the nodes contradict each other about it.
 */
export async function searchTaxMemos(
  context: Pick<TaxContext, 'searchMemos' | 'now'>,
  since: number,
  isWanted: (memo: { readonly cycle: number; readonly part: number }) => boolean,
): Promise<readonly SignedMemo[]> {
  const { memos } = await context.searchMemos({
    about: 'distributions of the tax',
    since,
    seenUntil: Math.floor(context.now() / 1000) - FRESH_SECONDS,
    isDecisive: true,
    matches: (text) => parseTaxMemo(text) !== null,
  });
  return memos.filter(({ text }) => {
    const memo = parseTaxMemo(text);
    return memo !== null && isWanted(memo);
  });
}
