import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import { commitDeadline, lastLockAt } from '../../src/round/clock.ts';
import type { RoundInFlight, SeenCommitment } from '../../src/round/record.ts';
import { canonicalTerms, type Terms } from '../../src/terms/Terms.ts';
import {
  agreeOnBlockTime,
  agreeOnMarks,
  agreeOnMarksAfter,
  agreeOnRent,
  readComputePrice,
} from '../chain/accounts/readChain.ts';
import { agreeOnBlockhash } from '../chain/signing/readSigning.ts';
import { computePriceBounds, MARK_BYTES, MOST_COMMITMENTS } from '../chain/signing/transactions.ts';
import type { Pursuit } from '../engine/intention.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import { isDead, type JournalRow } from '../store/journal/journal.ts';
import { commitmentsNamed } from '../store/rounds/commitmentsNamed.ts';
import { playUnder } from '../terms/playUnder.ts';
import type { RoundContext } from './context.ts';
import { holdRound } from './holdRound.ts';
import { CopyNotKept } from './lists/roundCopies.ts';
import { loadRound } from './loadRound.ts';
import { commitmentOf, promiseOf, saysTextOf } from './marks/commitmentOf.ts';
import { commitTimes, countsUntil, hourOfLock, isInTime, marksOf } from './marks/hourMarks.ts';

const POLL_MS = 500;
/** How often it is asked whether a commitment has landed. It has half a minute or more to land. */
const LANDING_MS = 1_000;
/**
 * A commitment that nobody has seen for this long gets a second one beside it, with the same text and a higher price.
 */
const UNSEEN_MS = 5_000;

/** `locked → committed`: gets the round's memo on chain in time, or establishes that it was not there in time. */
export async function commitRound(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { rpc, now } = context;
  const { lock } = record;
  const sent = await followCommitment(context, record, isAlive);
  // An attempt with the text of another lock of this hour promises nothing of this lock.
  const isOwn = sent.kind !== 'idle' && saysTextOf(lock, sent.row);
  const seen = isOwn ? await seenInTime(context, lock, sent) : null;
  if (isOwn && seen !== null) {
    // If no row changes, another instance or a person has moved the round.
    const changed = await context.rounds.commit(lock.round, seen);
    // The commitment was looked at just now, so the next look comes when it may be final.
    return sent.kind === 'final' ? AGAIN : { kind: 'wait', until: now() + context.pollAgain(sent), changed };
  }
  // An attempt that is not dead may have landed in time, although the nodes do not show it yet. An attempt that was
  // seen too late may land again on another fork. So the attempt's end is awaited before the round is called off.
  if (sent.kind === 'pending') return waitFor(context, Math.max(LANDING_MS, context.pollAgain(sent)));
  if (isOwn) return callOff(context, lock, `attempt ${sent.row.attempt + 1} landed too late`);
  // No attempt with this lock's text has landed, and none can land any more. If the hour has a mark, then something
  // outside of the journal made it, or an attempt of another lock did.
  const isLate = now() / 1000 > countsUntil(lock);
  const marks = marksOf(hourOfLock(lock));
  const made = await (isLate ? agreeOnMarksAfter(rpc, marks, countsUntil(lock)) : agreeOnMarks(rpc, marks, lock.slot));
  if (made.includes(true)) return takeMark(context, record, made);
  if (isLate) return callOff(context, lock, `${attemptsText(sent)}; none reached the chain in time`);
  if (now() / 1000 > lastLockAt(clockOfLock(lock), lock.endsAt)) return waitFor(context, POLL_MS);
  const promised = await promisedTerms(context, lock);
  if (typeof promised === 'string') return waitFor(context, POLL_MS, promised);
  const unkept = await keepCopies(context, lock, promised.terms);
  if (unkept !== null) return waitFor(context, POLL_MS, unkept);
  await followCommitment(context, record, () => true);
  return waitFor(context, LANDING_MS);
}

/** Keeps, outside of the database, a copy of what the commitment will promise. Returns a sentence when that fails. */
async function keepCopies(
  { copies, documentsOf }: RoundContext,
  lock: LockRecord,
  terms: Terms,
): Promise<string | null> {
  const documents = await documentsOf(lock);
  // Without the documents there is nothing to copy, and nothing is signed: `loadRound` refuses.
  if (documents === null) return null;
  try {
    await copies.keep(lock, documents, canonicalTerms(terms));
    return null;
  } catch (error) {
    if (!(error instanceof CopyNotKept)) throw error;
    console.warn(`round ${lock.round}: ${error.message}`);
    return 'The copies of the entry list could not be kept, and nothing is signed without them.';
  }
}

/**
 * The terms under which the list of entries was locked. If the chain has no such terms, a sentence is returned instead
 * that says why nothing may be signed.
 */
async function promisedTerms(
  { terms, documentsOf, settings }: RoundContext,
  lock: LockRecord,
): Promise<{ readonly terms: Terms } | string> {
  const documents = await documentsOf(lock);
  const of = playUnder(settings, await terms.forRound(lock.round));
  if (of.kind === 'no play') return of.why;
  const { hash, wallet, clock } = of.play;
  const isTheirs =
    (documents === null || documents.rules.terms === hash) &&
    lock.wallet === wallet &&
    lock.lockSeconds === clock.entryLockSeconds;
  return isTheirs ? { terms: of.play.terms } : 'The entries were locked under other terms than those on the chain.';
}

/**
 * Called when the hour has a mark, although the journal has no attempt with this lock's text that has landed. If a
 * transaction with this lock's text made the mark of the commitment, the round is committed. Otherwise the round is
 * held, and what the mark promises is kept back for it in the pool.
 */
async function takeMark(context: RoundContext, record: RoundInFlight, marks: readonly boolean[]): Promise<Step> {
  const { rounds, rpc } = context;
  const { lock } = record;
  const hour = hourOfLock(lock);
  const made = marks[0] ? await commitmentOf(rpc, hour, await commitmentsNamed(context.db, record)) : null;
  if (made?.kind === 'promise' && made.memo === lock.memo) {
    await rounds.commit(lock.round, made.seen);
    return AGAIN;
  }
  const promised = promiseOf(made, marks);
  const cause = `a mark of the hour (${marksOf(hour).join(' or ')}) is not explained by this record: ${promised.why}`;
  return holdRound(context, record, 'mark-without-record', cause, promised.lamports);
}

async function callOff({ rounds }: RoundContext, { round }: LockRecord, why: string): Promise<Step> {
  await rounds.rollOver(round, 'commitment-late', why);
  return AGAIN;
}

/** How many commitments were signed, and what became of the last one. */
function attemptsText(sent: Pursuit): string {
  const attempts = sent.kind === 'idle' ? sent.attempts : [sent.row];
  const last = attempts.at(-1);
  if (last === undefined) return 'nothing was signed';
  const tries = attempts.length;
  return `${tries} ${tries === 1 ? 'attempt' : 'attempts'}, the last one ${last.state}: ${last.proof ?? ''}`;
}

const clockOfLock = ({ lockSeconds }: LockRecord) => ({ entryLockSeconds: lockSeconds });

/** Whether an attempt may still land. */
const isAlive = (attempts: readonly JournalRow[]) => attempts.some((attempt) => !isDead(attempt));

/** Whether an attempt may cost a fee: one that expired costs none. */
const mayCost = ({ state }: JournalRow) => state !== 'expired';

/**
 * Follows the commitments of this round that are in the journal. `maySign` says whether another one is signed if there
 * is still time for it.
 */
async function followCommitment(
  context: RoundContext,
  record: RoundInFlight,
  maySign: (attempts: readonly JournalRow[]) => boolean,
): Promise<Pursuit> {
  const { pursue, rpc, signer, now } = context;
  const { lock } = record;
  const isInTime = () => now() / 1000 <= lastLockAt(clockOfLock(lock), lock.endsAt);
  return pursue({
    key: `commit:${lock.round}`,
    maySign: async (attempts) => isInTime() && attempts.filter(mayCost).length < MOST_COMMITMENTS && maySign(attempts),
    overlapsAfterMs: UNSEEN_MS,
    // To send an attempt again does no harm, but a commitment that lands late is useless.
    mayResend: now() / 1000 <= commitDeadline(clockOfLock(lock), lock.endsAt),
    sign: async (attempt) => {
      const [blockhash, markRent, computePrice] = await Promise.all([
        agreeOnBlockhash(rpc, attempt),
        agreeOnRent(rpc, MARK_BYTES),
        rpc.read((node) => readComputePrice(node, lock.wallet, computePriceBounds(attempt))),
      ]);
      return signer.signCommitment(await loadRound(context, record), { blockhash, computePrice, markRent });
    },
  });
}

/** What was seen of a commitment on chain; null while it is not there, and when it was there too late. */
async function seenInTime(
  { rpc }: RoundContext,
  lock: LockRecord,
  { row: { signature }, slot, kind }: Exclude<Pursuit, { kind: 'idle' }>,
): Promise<SeenCommitment | null> {
  if (slot === null) return null;
  const blockTime = await agreeOnBlockTime(rpc, slot);
  return isInTime(commitTimes(lock), blockTime) ? { signature, slot, blockTime, final: kind === 'final' } : null;
}
