import type { CommitMemo, MemoSubject } from './terms/memo.ts';
import { readCommitMemo as readCommitMemoV1 } from './v1/commitMemo.ts';
import { readPayoutMemo as readPayoutMemoV1 } from './v1/payoutMemo.ts';

/**
 * What a commitment's text says, by the grammar of any version; null for any other text. Who wrote it is not checked.
 */
export function readCommitMemo(text: string): CommitMemo | null {
  return readCommitMemoV1(text);
}

/** The round and the hour that a payout's text names, by the grammar of any version; null for any other text. */
export function readPayoutMemo(text: string): MemoSubject | null {
  return readPayoutMemoV1(text);
}
