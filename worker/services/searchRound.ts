import { commitMemoEnd, commitMemoRound } from '../../src/draw/commitMemo.ts';
import { COMMIT_LEAD_SECONDS } from '../../src/round/clock.ts';
import type { LockRecord, SeenCommitment } from '../../src/round/record.ts';
import { RpcError } from '../chain/rpcError.ts';
import type { SignedMemo } from '../chain/searchMemos.ts';
import type { RoundContext } from './context.ts';

/** What the pool wallet's history says about a round's commitment. */
export interface CommitmentSearch {
  /** Another text for the same round or the same hour, signed by the pool wallet: it voids the round in every verifier. */
  readonly foreign: SignedMemo | null;
  /** Our text in time; a finalized one before any other, else the earliest. */
  readonly inTime: SeenCommitment | null;
}

/** A commitment may have been made up to this long before its round even started, by a deployment with another timetable. */
const SLACK_SECONDS = 600;

/**
 * Searches the chain for commitments of a locked round, ours and any other. With `decisiveFrom` (unix seconds) not finding one
 * decides: then only a node that has seen a block of that time may answer, and every candidate is looked up.
 */
export async function searchCommitment(
  context: RoundContext,
  lock: LockRecord,
  decisiveFrom: number | null = null,
): Promise<CommitmentSearch> {
  const memos = await context.searchMemos({
    since: lock.endsAt - context.settings.clock.roundSeconds - SLACK_SECONDS,
    seenUntil: decisiveFrom ?? 0,
    isDecisive: decisiveFrom !== null,
    matches: (text) => commitMemoRound(text) === lock.round || commitMemoEnd(text) === lock.endsAt,
  });
  const ours = memos.filter((memo) => memo.text === lock.memo && isInTime(lock, memo.blockTime));
  const best = ours.find((memo) => memo.final) ?? ours.at(-1);
  return {
    foreign: memos.find((memo) => memo.text !== lock.memo) ?? null,
    inTime:
      best === undefined
        ? null
        : { signature: best.signature, slot: best.slot, blockTime: best.blockTime, final: best.final },
  };
}

/** A commitment counts with a block time at least five seconds before the draw. */
export function isInTime(lock: Pick<LockRecord, 'endsAt'>, blockTime: number): boolean {
  return blockTime <= lock.endsAt - COMMIT_LEAD_SECONDS;
}

/** As `searchCommitment`; null when no node gave a usable answer, which decides nothing. */
export async function searchOrNull(
  context: RoundContext,
  lock: LockRecord,
  decisiveFrom: number | null = null,
): Promise<CommitmentSearch | null> {
  try {
    return await searchCommitment(context, lock, decisiveFrom);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    console.warn(`round ${lock.round}: ${error.message}`);
    return null;
  }
}
