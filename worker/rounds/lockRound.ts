import { lamports } from '../../src/money/lamports.ts';
import { checkLimits } from '../../src/round/checkLimits.ts';
import { isLockWindow, lastLockAt, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import { DAY_SECONDS } from '../../src/round/daySeconds.ts';
import { reasonText } from '../../src/round/reasonText.ts';
import type { LimitReason } from '../../src/round/state.ts';
import { agreeOnMarks, agreeOnRent, type Balance } from '../chain/accounts/readChain.ts';
import { TooManyHolders } from '../chain/accounts/tooManyHolders.ts';
import { Implausible, NodesDisagree, NodesSilent, RpcError, TooFast } from '../chain/node/rpcError.ts';
import { MARK_BYTES, roundCosts } from '../chain/signing/transactions.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import { type LockProblem, lockProblems, saveLockProblem } from '../store/rounds/lockProblems.ts';
import { pausesSince } from '../store/views/rounds/pauses.ts';
import { type OwedAndPaid, owedAndPaid, prizesSince } from '../store/views/rounds/winners.ts';
import { type Play, playUnder } from '../terms/playUnder.ts';
import { clockOf } from '../terms/TermsBook.ts';
import type { RoundContext } from './context.ts';
import { sentenceOf } from './explainDelays.ts';
import { agreeOnList, type ListReading } from './lists/agreeOnList.ts';
import { publishedExclusions } from './lists/readEntries.ts';
import { hourOfRound, marksOf } from './marks/hourMarks.ts';
import { agreeOnPool, createRefusalOf, PoolShort, readList } from './readLockFacts.ts';
import { leastBalance } from './watch/leastBalance.ts';

const RETRY_MS = 1_000;
/** While a limit prevents a lock, the next attempt comes this much later: each attempt reads all holders. */
const LIMITED_MS = 10_000;

interface AgreedFacts {
  /** What had been promised and paid before the pool was read. */
  readonly before: OwedAndPaid;
  readonly list: ListReading;
  readonly pool: Balance;
  /** Whether the hour's marks, of commitment and payment, exist already. Before a lock, none should. */
  readonly marks: readonly boolean[];
  /** Rent of a mark, lamports. It is also the least prize, since the account of a winner may be empty. */
  readonly markRent: bigint;
}

/**
 * The lock: reads holders, pool and rent from enough nodes, fixes entries, exclusions and prizes, and stores them.
 * Every limit is checked here, before anything is committed. `openBefore` says what is not known yet of earlier rounds:
 * until it is known, nobody can say what may be promised. A reason that prevents a lock is noted in a table of its own.
 * A round ends for the noted reason only when its hour is over and the chain has no mark of that hour.
 */
export function createLockRound(context: RoundContext, openBefore: (round: number) => Promise<string | null>) {
  const { settings, rounds, now, newId, db } = context;

  async function lock(round: number): Promise<Step> {
    const unix = Math.floor(now() / 1000);
    const clock = clockOf(context, round);
    if (!isLockWindow(clock, round, unix)) {
      const next = unix < roundLocksAt(clock, round) ? roundLocksAt(clock, round) : roundEndsAt(clock, round);
      return { kind: 'wait', until: next * 1000 };
    }
    // Every pause that has not ended counts, even one whose beginning is in the future. Such a pause was meant to begin
    // at once, but the clock was ahead when the pause was written.
    if ((await pausesSince(db, now())).length > 0) return waitFor(context, RETRY_MS);
    try {
      const open = await openBefore(round);
      if (open !== null) {
        await noteWait(round, open);
        return waitFor(context, RETRY_MS, open);
      }
      const of = playUnder(settings, await context.terms.forRound(round));
      if (of.kind === 'no play') return await cannotPlay(round, of.why);
      // These terms may have another lock time than the one that was known before they were read.
      if (!isLockWindow(of.play.clock, round, Math.floor(now() / 1000))) return waitFor(context, RETRY_MS);
      return await store(round, of.play, await agreeOnFacts(context, round, of.play));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const tooMany = causesOf(error).find((cause) => cause instanceof TooManyHolders);
      if (tooMany !== undefined) await context.raiseAlert(`too-many-holders:${round}`, `${tooMany.summary}.`);
      await blame(round, error);
      console.warn(`round ${round}: cannot lock yet: ${error.message}`);
      return waitFor(context, RETRY_MS, error.summary);
    }
  }

  /**
   * Notes why the round cannot be played now. Nobody is alerted yet, because terms for it may still become final in
   * time.
   */
  async function cannotPlay(round: number, why: string): Promise<Step> {
    await saveLockProblem(db, { round, reason: 'no-terms', detail: why, cause: sentenceOf(why) });
    return waitFor(context, RETRY_MS, why);
  }

  /**
   * Notes the limit that prevents a lock. If rounds are only rehearsed, the noted reason is `shadow`, and the detail
   * names the limit.
   */
  async function limited(round: number, reason: LimitReason, detail: string): Promise<Step> {
    const cause = reasonText(reason).replace(' The prizes stay in the pool.', '');
    const problem =
      settings.payouts === 'live'
        ? { reason, detail }
        : { reason: 'shadow' as const, detail: `it would have been rolled over (${reason}): ${detail}` };
    await saveLockProblem(db, { round, cause, ...problem });
    return waitFor(context, LIMITED_MS);
  }

  /**
   * Notes why a round could not be locked. `error` comes from an attempt to lock it, or from a step of an earlier
   * round.
   */
  async function blame(round: number, error: RpcError): Promise<void> {
    const reason = reasonOf(error, context.rpc.nodes.length) ?? 'nodes-silent';
    // An attempt for which too few nodes answered says less than an earlier attempt for which enough nodes answered.
    const saysLess = reason === 'nodes-silent' && !['missed', reason].includes((await problemOf(round)).reason);
    if (saysLess) return;
    const tooMany = causesOf(error).find((cause) => cause instanceof TooManyHolders);
    const detail = tooMany?.summary ?? problemText(error);
    await saveLockProblem(db, { round, reason, detail, cause: sentenceOf(error.summary) });
  }

  /**
   * Notes what the round waits for, so that it cannot be locked yet. The reason of an attempt to lock it says more, and
   * stays.
   */
  async function noteWait(round: number, why: string): Promise<void> {
    const known = await problemOf(round);
    if (known.reason === 'missed' && known.detail !== why)
      await saveLockProblem(db, { ...known, detail: why, cause: sentenceOf(why) });
  }

  async function problemOf(round: number): Promise<LockProblem> {
    return (await lockProblems(db, round, round)).get(round) ?? { round, reason: 'missed', detail: null, cause: null };
  }

  async function store(round: number, play: Play, facts: AgreedFacts): Promise<Step> {
    const { before, list, pool, marks, markRent } = facts;
    const { owed, newestPayoutSlot } = before;
    const { protocol } = play;
    const endsAt = roundEndsAt(settings.clock, round);
    const takenAt = now();
    if (marks.includes(true)) return waitFor(context, LIMITED_MS, 'A mark of its hour was made before its lock.');
    const reason =
      list.entries.length === 0
        ? 'no-eligible-wallets'
        : checkLimits(
            protocol.splitPrize(pool.lamports),
            Math.min(protocol.placePercents.length, list.entries.length),
            {
              pool: pool.lamports,
              rentMinimum: lamports(markRent),
              costs: roundCosts(markRent) + owed.lamports,
              paidLastDay:
                settings.maxDailyPayout === null ? 0n : await prizesSince(db, play.wallet, endsAt - DAY_SECONDS),
              dailyCap: settings.maxDailyPayout,
            },
          );
    // An owed round may have been paid and closed meanwhile, and the pool may have been read before that payment.
    const after = await owedAndPaid(db, play.wallet);
    const isAsBefore = after.owed.lamports === owed.lamports && after.newestPayoutSlot === newestPayoutSlot;
    if (owed.unknown !== null || !isAsBefore) return AGAIN;
    if (reason !== null) return limited(round, reason, limitText(pool, list));
    // The window may have closed during the reading: a lock in the last seconds cannot be committed.
    if (!isLockWindow(play.clock, round, Math.floor(now() / 1000))) return AGAIN;
    const documents = {
      list: protocol.joinList(list.entries),
      rules: {
        rules: protocol.version,
        terms: play.hash,
        excluded: publishedExclusions(list.excluded),
      },
    };
    const fixed = protocol.fixRound({
      round,
      endsAt,
      lockSeconds: play.clock.entryLockSeconds,
      takenAt,
      wallet: play.wallet,
      slot: list.slot,
      list: documents.list,
      rules: documents.rules,
      pool: pool.lamports,
      beacon: play.beacon,
    });
    await rounds.insertLock(fixed, documents, newId());
    return AGAIN;
  }

  return { lock, blame, noteWait };
}

/** The figures that a limit was checked against, for operators. */
const limitText = (pool: Balance, list: ListReading) =>
  `the pool held ${pool.lamports} lamports at slot ${pool.slot}, with ${list.entries.length} wallets in the draw`;

/** The error as a sentence. If the nodes contradict each other, also what each node said. */
const problemText = (error: RpcError) =>
  error instanceof NodesDisagree ? `${error.summary} (${error.detail})` : error.summary;

/**
 * The facts for the lock of a round, as enough nodes give them. About the list, a node has a voice only if its list is
 * complete. Pool and marks are read at the list's slot or later. Throws an RpcError when too few nodes have a voice,
 * when they do not agree, or when the pool has paid something that is neither in the journal nor acknowledged.
 */
async function agreeOnFacts(context: RoundContext, round: number, play: Play): Promise<AgreedFacts> {
  const { rpc, readEntries, now, db } = context;
  const { wallet: address } = play;
  const hour = hourOfRound(context, round);
  const lastLock = lastLockAt(play.clock, hour.endsAt) * 1000;
  const before = await owedAndPaid(db, address);
  const [markRent, list] = await Promise.all([
    agreeOnRent(rpc, MARK_BYTES),
    agreeOnList({
      rpc,
      read: (node, from) => readList(readEntries, node, { entries: play.entries, from }),
      refusalOf: createRefusalOf(rpc, hour.times),
      isOver: () => now() > lastLock,
    }),
  ]);
  const afterSlot = Math.max(list.slot, before.newestPayoutSlot);
  const least = await leastBalance(db, { wallet: address, slot: afterSlot, markRent });
  const [pool, marks] = await Promise.all([
    agreeOnPool(rpc, address, { afterSlot, least }),
    agreeOnMarks(rpc, marksOf(hour), list.slot),
  ]);
  return { before, list, pool, marks, markRent };
}

/** The errors of the nodes that had no voice, if too few had one; otherwise the error itself. */
const causesOf = (error: RpcError): readonly RpcError[] => (error instanceof NodesSilent ? error.causes : [error]);

/**
 * The reason that is noted for a failed attempt to lock; null when the attempt only shows that too few nodes answered.
 */
function reasonOf(error: RpcError, nodes: number): LockProblem['reason'] | null {
  if (error instanceof PoolShort) return 'missed';
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof NodesDisagree)) return 'nodes-disagree';
  const isUnreliable = (cause: RpcError) =>
    [Implausible, TooFast, TooManyHolders].some((kind) => cause instanceof kind);
  // If only some of the nodes say something impossible, the list of the others may be good.
  return causes.length >= nodes && causes.every(isUnreliable) ? 'snapshot-unreliable' : null;
}
