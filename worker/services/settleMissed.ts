import { commitMemoRound } from '../../src/draw/commitMemo.ts';
import { payoutMemoRound } from '../../src/payout/payoutMemo.ts';
import { COMMIT_LEAD_SECONDS, closedRounds, lastLockAt, roundEndsAt, roundStartsAt } from '../../src/round/clock.ts';
import { isPausedAt, pausesSince } from '../store/pauses.ts';
import type { Unlocked } from '../store/rounds.ts';
import type { RoundContext } from './context.ts';
import type { LockRound } from './lockRound.ts';

/** How many rounds one step settles at most; the search of the chain behind it has to stay within a run. */
const AT_ONCE = 500;

/**
 * Gives every closed round without a row its end. Nothing was promised for such a round, unless the chain says otherwise: a
 * commitment or payout by our own wallet without a record here means a lost or restored database, and a person has to look.
 * Returns true when rows were written.
 */
export async function settleMissed(context: RoundContext, problemOf: LockRound['problemOf']): Promise<boolean> {
  const { settings, rounds, now, searchMemos, db } = context;
  const { clock } = settings;
  const first = (await rounds.newest()) + 1;
  const last = Math.min(closedRounds(clock, now() / 1000), first + AT_ONCE - 1);
  if (last < first) return false;

  const inRange = (round: number | null) => round !== null && round >= first && round <= last;
  const memos = await searchMemos({
    since: roundStartsAt(clock, first),
    isDecisive: true,
    seenUntil: roundEndsAt(clock, last) - COMMIT_LEAD_SECONDS,
    matches: (text) => inRange(commitMemoRound(text)) || inRange(payoutMemoRound(text)),
  });
  const pauses = await pausesSince(db, roundStartsAt(clock, first) * 1000);
  const paid = new Set(memos.map((memo) => payoutMemoRound(memo.text)));
  const committed = new Set(memos.map((memo) => commitMemoRound(memo.text)));

  const ends = Array.from({ length: last - first + 1 }, (_, i): Unlocked => {
    const round = first + i;
    const endsAt = roundEndsAt(clock, round);
    if (paid.has(round)) return { round, endsAt, state: 'held', reason: 'payout-without-record' };
    if (committed.has(round)) return { round, endsAt, state: 'held', reason: 'commitment-without-record' };
    const paused = isPausedAt(pauses, lastLockAt(clock, endsAt) * 1000);
    return { round, endsAt, state: 'rolled-over', reason: paused ? 'paused' : problemOf(round) };
  });
  await rounds.insertUnlocked(ends);
  return true;
}
