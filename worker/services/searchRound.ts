import { commitMemoRound } from '../../src/draw/commitMemo.ts';
import { COMMIT_LEAD_SECONDS } from '../../src/round/clock.ts';
import type { LockRecord, SeenCommitment } from '../../src/round/record.ts';
import { type SignedMemo, searchMemos } from '../chain/searchMemos.ts';
import type { RoundContext } from './context.ts';

/** What the pool wallet's history says about a round's commitment. */
export interface CommitmentSearch {
  /** Another text for the same round, signed by the pool wallet: it voids the round in every verifier. */
  readonly foreign: SignedMemo | null;
  /** Our text in time, the earliest first seen; a finalized one before any other. */
  readonly inTime: SeenCommitment | null;
}

/** A commitment may have been made up to this long before its round even started, by a deployment with another timetable. */
const SLACK_SECONDS = 600;

/** Searches the chain for commitments of a locked round, ours and any other, on a node that has seen a block of `seenUntil`. */
export async function searchCommitment(
  context: RoundContext,
  lock: LockRecord,
  seenUntil = 0,
): Promise<CommitmentSearch> {
  const { settings, rpc, signer, signedByUs } = context;
  const memos = await rpc.read((node) =>
    searchMemos(
      node,
      {
        wallet: signer.wallet,
        seenUntil,
        since: lock.endsAt - settings.clock.roundSeconds - SLACK_SECONDS,
        matches: (text) => commitMemoRound(text) === lock.round,
      },
      signedByUs,
    ),
  );
  const ours = memos.filter((memo) => memo.text === lock.memo && memo.blockTime <= lock.endsAt - COMMIT_LEAD_SECONDS);
  const best = ours.find((memo) => memo.final) ?? ours.at(-1);
  return {
    foreign: memos.find((memo) => memo.text !== lock.memo) ?? null,
    inTime:
      best === undefined
        ? null
        : { signature: best.signature, slot: best.slot, blockTime: best.blockTime, final: best.final },
  };
}
