import { readCommitMemo, readPayoutMemo } from '../../src/protocol/readMemo.ts';
import type { MemoSubject } from '../../src/protocol/terms/memo.ts';
import { COMMIT_LEAD_SECONDS, closedRounds, lastLockAt, roundEndsAt, roundStartsAt } from '../../src/round/clock.ts';
import { RpcError } from '../chain/rpcError.ts';
import { isPausedAt, pausesSince } from '../store/pauses.ts';
import type { RoundSpan } from '../store/roundGaps.ts';
import type { Unlocked } from '../store/roundLocks.ts';
import type { RoundContext } from './context.ts';
import type { LockProblem } from './lockRound.ts';
import { foreignText } from './searchRound.ts';

/** How many rounds one step settles at most; the search of the chain behind it has to stay within a run. */
const AT_ONCE = 500;
/** After a search that decided nothing, the next one waits: the rounds that are running come first. */
const RETRY_MS = 15_000;

/** Why a round could not be locked, with what everyone is told of it. */
type ExplainedProblem = (round: number) => LockProblem & { readonly cause: string | null };

export type SettleMissed = () => Promise<boolean>;

/**
 * Gives closed rounds without a row their end, the oldest first. Nothing was promised for such a round, unless the
 * chain says otherwise: a commitment or payout by our own wallet without a record here means a lost or restored
 * database, and a person has to look. Resolves to true when rows were written. Throws an RpcError when the chain's
 * history decides nothing yet; later rounds are locked and paid meanwhile, so a gap may lie below the newest row.
 */
export function createSettleMissed(context: RoundContext, problemOf: ExplainedProblem): SettleMissed {
  const { settings, rounds, now } = context;
  /** Every round up to here has a row. */
  let floor = 0;
  let failedAt = Number.NEGATIVE_INFINITY;

  return async () => {
    if (now() - failedAt < RETRY_MS) return false;
    const last = closedRounds(settings.clock, now() / 1000);
    const gap = last > floor ? await rounds.firstGap(floor, last) : null;
    if (gap === null) {
      floor = Math.max(floor, last);
      return false;
    }
    floor = gap.first - 1;
    const span = { first: gap.first, last: Math.min(gap.last, gap.first + AT_ONCE - 1) };
    try {
      await rounds.insertUnlocked(await endsOf(context, span, problemOf));
    } catch (error) {
      if (error instanceof RpcError) failedAt = now();
      throw error;
    }
    floor = span.last;
    return true;
  };
}

async function endsOf(
  { settings: { clock }, searchMemos, db }: RoundContext,
  { first, last }: RoundSpan,
  problemOf: ExplainedProblem,
): Promise<Unlocked[]> {
  const since = roundStartsAt(clock, first);
  const isMissed = (said: MemoSubject | null) =>
    said !== null && said.round >= first && said.round <= last && said.endsAt >= since;
  const { memos } = await searchMemos({
    about: `rounds ${first} to ${last}`,
    since,
    isDecisive: true,
    seenUntil: roundEndsAt(clock, last) - COMMIT_LEAD_SECONDS,
    matches: (text) => isMissed(readCommitMemo(text)) || isMissed(readPayoutMemo(text)),
  });
  const pauses = await pausesSince(db, since * 1000);
  const paid = new Map(memos.map((memo) => [readPayoutMemo(memo.text)?.round, memo]));
  const committed = new Map(memos.map((memo) => [readCommitMemo(memo.text)?.round, memo]));

  return Array.from({ length: last - first + 1 }, (_, i): Unlocked => {
    const round = first + i;
    const endsAt = roundEndsAt(clock, round);
    const payout = paid.get(round);
    if (payout !== undefined)
      return { round, endsAt, state: 'held', reason: 'payout-without-record', detail: foreignText(payout) };
    const commitment = committed.get(round);
    if (commitment !== undefined)
      return { round, endsAt, state: 'held', reason: 'commitment-without-record', detail: foreignText(commitment) };
    if (isPausedAt(pauses, lastLockAt(clock, endsAt) * 1000))
      return { round, endsAt, state: 'rolled-over', reason: 'paused', detail: null };
    return { endsAt, state: 'rolled-over', ...problemOf(round) };
  });
}
