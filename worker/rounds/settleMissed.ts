import { address } from '../../src/address/address.ts';
import { closedRounds, lastLockAt, roundStartsAt } from '../../src/round/clock.ts';
import { DAY_SECONDS } from '../../src/round/daySeconds.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { RollOverReason } from '../../src/round/state.ts';
import { agreeOnMarksAfter } from '../chain/accounts/readChain.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import { commitmentsNamed } from '../store/rounds/commitmentsNamed.ts';
import { type LockProblem, lockProblems } from '../store/rounds/lockProblems.ts';
import type { RoundSpan } from '../store/rounds/roundGaps.ts';
import type { Unlocked } from '../store/rounds/roundLocks.ts';
import { isPausedAt, pausesSince } from '../store/views/rounds/pauses.ts';
import { owedByOpenRounds } from '../store/views/rounds/winners.ts';
import { playUnder } from '../terms/playUnder.ts';
import { clockOf, type TermsFor } from '../terms/TermsBook.ts';
import type { RoundContext } from './context.ts';
import { commitmentNow, promiseOf } from './marks/commitmentOf.ts';
import { type Hour, hourOf, hourOfRound, marksOf } from './marks/hourMarks.ts';

/** How many rounds one step settles at most, so that one question to a node has room for their marks. */
const AT_ONCE = 50;
/** After too few nodes have answered, they are asked again no sooner than this. */
const RETRY_MS = 2_000;
/** How often the transaction that made a mark is looked for again. */
const LEARN_MS = 30_000;

/**
 * Why a round of which no problem was noted was not locked, as a sentence for everyone; null when this instance does
 * not know.
 */
type CauseOf = (round: number) => string | null;

export interface SettleMissed {
  /**
   * Gives closed rounds without a row their end, the oldest first. If there are none, and a lock waits because the
   * promise of a held round is not known, looks it up. True when the database has changed. Throws an RpcError when too
   * few nodes answer; in the two seconds after that, does nothing and returns false.
   */
  settle(): Promise<boolean>;
  /**
   * What has to become known before a round may be locked, as a sentence; null when all is known. If an earlier round
   * has no end yet, throws the RpcError that stopped the last `settle`, if one did.
   */
  openBefore(round: number): Promise<string | null>;
}

/**
 * Gives an end to the rounds that were never locked here. Nothing was promised for such a round, unless the chain has a
 * mark of its hour: if it has one, the database was lost or restored, or somebody else has our key. A round with a mark
 * is held, and what the mark promises is set aside. Until that is known, no later round is locked: it might promise
 * what is owed already.
 */
export function createSettleMissed(context: RoundContext, causeOf: CauseOf): SettleMissed {
  const { settings, rounds, rpc, now, db } = context;
  /** Every round up to this one has a row. */
  let floor = 0;
  let failed: { readonly at: number; readonly error: RpcError } | null = null;
  let learntAt = Number.NEGATIVE_INFINITY;
  /** The held round whose promise is not known, so that no round can be locked. */
  let unknown: number | null = null;

  async function settleGap(): Promise<boolean> {
    const last = closedRounds(settings.clock, now() / 1000);
    const gap = last > floor ? await rounds.firstGap(floor, last) : null;
    if (gap === null) {
      floor = Math.max(floor, last);
      return false;
    }
    floor = gap.first - 1;
    const span = { first: gap.first, last: Math.min(gap.last, gap.first + AT_ONCE - 1) };
    const ends = await endsOf(context, span, causeOf);
    await rounds.insertUnlocked(ends);
    if (ends.some(isUndecided)) context.tellUndecided();
    floor = span.last;
    return true;
  }

  /**
   * If a lock waits for what a held round has promised, looks once more for what made the mark of that round. True when
   * the promise was stored.
   */
  async function learn(): Promise<boolean> {
    if (unknown === null || isRecent(learntAt, now(), LEARN_MS)) return false;
    learntAt = now();
    const record = await rounds.get(unknown);
    if (record === null) return false;
    const hour = await hourOf(context, record);
    const marks = await agreeOnMarksAfter(rpc, marksOf(hour), hour.times.until);
    const made = marks[0] ? await commitmentNow(rpc, hour, await commitmentsNamed(db, record)) : null;
    const { lamports, prizes, why } = promiseOf(made, marks);
    return lamports !== null && rounds.learnPromise(hour.round, { lamports, prizes, why });
  }

  return {
    async settle() {
      if (failed !== null && isRecent(failed.at, now(), RETRY_MS)) return false;
      try {
        const isSettled = (await settleGap()) || (await learn());
        failed = null;
        return isSettled;
      } catch (error) {
        if (error instanceof RpcError) failed = { at: now(), error };
        throw error;
      }
    },
    async openBefore(round) {
      const gap = await rounds.firstGap(0, round - 1);
      if (gap !== null) {
        // The database may have been restored since `floor` was remembered.
        floor = 0;
        if (failed !== null) throw failed.error;
        return `Round ${gap.first} has no end yet.`;
      }
      unknown = (await owedByOpenRounds(db, address(hourOfRound(context, round).payment.base))).unknown;
      return unknown === null
        ? null
        : `Nobody can say yet what round ${unknown} has promised: something that is not stored here made its mark.`;
    },
  };
}

/**
 * Why a round was not locked: `no-terms` if it must not be played under these terms; else `missed`, with `otherwise` as
 * the detail.
 */
function underTerms(settings: RoundContext['settings'], of: TermsFor, otherwise: string | null) {
  const played = playUnder(settings, of);
  return played.kind === 'play'
    ? ({ reason: 'missed', detail: otherwise } as const)
    : ({ reason: 'no-terms', detail: played.why } as const);
}

/**
 * Why a round was not locked. `problem` is what the last attempt to lock it has noted. Terms that this attempt did not
 * find may have become final since, so they are looked for again.
 */
async function whyNotLocked(context: RoundContext, round: number, problem: LockProblem | undefined) {
  const { settings, terms } = context;
  if (problem === undefined) return underTerms(settings, terms.known(round), null);
  if (problem.reason !== 'no-terms') return problem;
  const why = underTerms(settings, await terms.forRound(round), `at its lock: ${problem.detail}`);
  if (why.reason === 'no-terms')
    await context.raiseAlert(`no-terms:${round}`, `Round ${round} was not played. ${why.detail}`);
  return why;
}

const isUndecided = ({ reason }: Pick<Unlocked, 'reason'>) => reason === 'nodes-silent' || reason === 'nodes-disagree';

/**
 * Whether a round ends for this reason only because no attempt to lock it succeeded in time. Then the cause of the
 * delay is stored too.
 */
const isOfLateness = (reason: RollOverReason) =>
  isUndecided({ reason }) || reason === 'missed' || reason === 'snapshot-unreliable';

async function endsOf(context: RoundContext, { first, last }: RoundSpan, causeOf: CauseOf): Promise<Unlocked[]> {
  const { settings, rpc, db, terms } = context;
  const { clock } = settings;
  // A restored database may lack the terms that name the wallet of these rounds.
  await terms.announcedFor(last);
  const hours = Array.from({ length: last - first + 1 }, (_, i) => hourOfRound(context, first + i));
  const latest = Math.max(...hours.map(({ times }) => times.until));
  const marks = await agreeOnMarksAfter(rpc, hours.flatMap(marksOf), latest);
  const problems = await lockProblems(db, first, last);
  const pauses = await pausesSince(db, roundStartsAt(clock, first) * 1000);

  async function endOf(hour: Hour, i: number): Promise<Unlocked> {
    const { round, endsAt } = hour;
    const own = marks.slice(2 * i, 2 * i + 2);
    if (own.includes(true)) {
      // If the round was paid and is more than a day old, its prizes count for no limit any more, and are not looked
      // up.
      const isLookedUp = own[0] && !(own[1] && context.now() / 1000 - endsAt >= DAY_SECONDS);
      const made = isLookedUp ? await commitmentNow(rpc, hour) : null;
      const { lamports: promised, prizes: total, why: detail } = promiseOf(made, own);
      const wallet = address(hour.commitment.base);
      return { round, endsAt, state: 'held', reason: 'mark-without-record', wallet, detail, promised, total };
    }
    if (isPausedAt(pauses, lastLockAt(clockOf(context, round), endsAt) * 1000))
      return { round, endsAt, state: 'rolled-over', reason: 'paused', detail: null };
    const problem = problems.get(round);
    const { reason, detail } = await whyNotLocked(context, round, problem);
    const cause = isOfLateness(reason) ? (problem === undefined ? causeOf(round) : problem.cause) : null;
    return { round, endsAt, state: 'rolled-over', reason, detail, cause };
  }

  const ends: Unlocked[] = [];
  for (const [i, hour] of hours.entries()) ends.push(await endOf(hour, i));
  return ends;
}
