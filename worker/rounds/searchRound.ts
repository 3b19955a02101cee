import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { readCommitMemo } from '../../src/protocol/readMemo.ts';
import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import type { SeenCommitment } from '../../src/round/record.ts';
import { RpcError } from '../chain/rpcError.ts';
import type { SearchMemos } from '../chain/searchMemos.ts';
import type { FoundMemo } from '../chain/weighMemos.ts';
import type { Settings } from '../settings/Settings.ts';

/** What a search needs: the pool wallet's memos and the timetable. */
export interface SearchContext {
  readonly searchMemos: SearchMemos;
  readonly settings: Pick<Settings, 'clock'>;
}

/** What the pool wallet's history says about a round's commitment. */
export interface CommitmentSearch {
  /**
   * Another text for the same round or the same hour, signed by the pool wallet: it voids the round in every
   * verifier.
   */
  readonly foreign: FoundMemo | null;
  /** Our text in time, as more than half of the nodes show it; a finalized one before any other, else the earliest. */
  readonly inTime: SeenCommitment | null;
  /** False while look-alikes are still being looked up. */
  readonly isComplete: boolean;
  /** True when what is not here is not on the chain either. */
  readonly isDecided: boolean;
  /** Signatures of look-alikes that no node can read. */
  readonly unreadable: readonly string[];
}

/**
 * A commitment may have been made up to this long before its round even started, by a deployment with another
 * timetable.
 */
const SLACK_SECONDS = 600;

/**
 * Searches the chain for commitments of a locked round, ours and any other. With `decisiveFrom` (unix seconds) not
 * finding one decides: then only a node that has seen a block of that time may answer, every candidate is looked up,
 * and a contradiction between nodes throws `NodesDisagree`.
 */
export async function searchCommitment(
  context: SearchContext,
  lock: LockRecord,
  decisiveFrom: number | null = null,
): Promise<CommitmentSearch> {
  const since = lock.endsAt - context.settings.clock.roundSeconds - SLACK_SECONDS;
  const isForeign = (text: string) => text !== lock.memo;
  const { memos, isComplete, unreadable } = await context.searchMemos({
    about: `the commitment of round ${lock.round}`,
    since,
    seenUntil: decisiveFrom ?? 0,
    isDecisive: decisiveFrom !== null,
    // A text about a draw that was over before is of an earlier timetable: shown as new, it is a node's lie, and no
    // second text of ours.
    matches: (text) => {
      const said = readCommitMemo(text);
      return said !== null && (said.endsAt === lock.endsAt || (said.round === lock.round && said.endsAt >= since));
    },
    // Signed is enough: two texts of one key are the cheat, or the second deployment, wherever they were seen.
    countsAlone: isForeign,
    first: (text) => text === lock.memo,
  });
  const foreign = memos.find((memo) => isForeign(memo.text)) ?? null;
  const ours = memos.filter((memo) => !isForeign(memo.text) && memo.isAgreed && isInTime(lock, memo.blockTime));
  const best = ours.find((memo) => memo.final) ?? ours.toSorted((a, b) => a.slot - b.slot)[0];
  return {
    foreign,
    inTime:
      best === undefined
        ? null
        : { signature: best.signature, slot: best.slot, blockTime: best.blockTime, final: best.final },
    isComplete,
    isDecided: decisiveFrom !== null && foreign === null,
    unreadable,
  };
}

/** What an operator has to know of another text for a round. */
export function foreignText({ signature, text }: FoundMemo): string {
  return `transaction ${signature} says "${text}"`;
}

/** The last block time, unix seconds, with which a commitment counts, by the rules that the round was locked under. */
export function countsUntil({ endsAt, rules }: Pick<LockRecord, 'endsAt' | 'rules'>): number {
  return endsAt - protocolOf(rules).commitLeadSeconds;
}

/** Whether a commitment of this block time counts, unix seconds. */
export function isInTime(lock: Pick<LockRecord, 'endsAt' | 'rules'>, blockTime: number): boolean {
  return blockTime <= countsUntil(lock);
}

/** As `searchCommitment`; null when no node gave a usable answer, which decides nothing. */
export async function searchOrNull(
  context: SearchContext,
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
