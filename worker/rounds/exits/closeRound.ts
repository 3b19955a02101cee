import { readCommitMemo } from '../../../src/protocol/readMemo.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import { agreeOnMarksAfter } from '../../chain/accounts/readChain.ts';
import { findMakerNamed } from '../../chain/ledger/findMaker.ts';
import { commitmentsNamed } from '../../store/rounds/commitmentsNamed.ts';
import { closePaid, closeUncommitted, closeUnrecorded, setNothingAside } from '../../store/rounds/heldRounds.ts';
import type { RoundContext } from '../context.ts';
import { followPayout } from '../holdRound.ts';
import { type CommitmentMade, commitmentNamed, commitmentNow, prizesSaid, promiseText } from '../marks/commitmentOf.ts';
import { type Hour, hourOf, marksOf } from '../marks/hourMarks.ts';
import { judgePayment } from '../marks/paymentOf.ts';
import { CHANGED, type ExitOutcome, refused, type Wanted } from './exitOutcome.ts';
import { knowWinners } from './knowWinners.ts';

/**
 * Ends a held round as its marks say. If the mark of its payment exists, the round ends as paid by the transaction that
 * made that mark, which has to pay the drawn winners. If not, the round ends as called off, but only when nothing was
 * promised: no mark of its commitment exists, or something else than a commitment in time made that mark.
 */
export async function closeRound(context: RoundContext, record: RoundRecord, wanted: Wanted): Promise<ExitOutcome> {
  const { rpc } = context;
  const own = await followPayout(context.pursue, record.round);
  if (own.kind === 'pending')
    return refused(`Its payment ${own.row.signature} is on its way. Wait until it is known whether it lands.`);
  const hour = await hourOf(context, record);
  const [isCommitted, isPaid] = await agreeOnMarksAfter(rpc, marksOf(hour), hour.times.until);
  const named = [...(own.kind === 'final' ? [own.row.signature] : []), ...(wanted.signature ? [wanted.signature] : [])];
  const closing: Closing = { record, hour, named, wanted, isCommitted: isCommitted === true };
  if (isPaid) return closeAsPaid(context, closing);
  if (own.kind === 'final')
    return refused(`Its payment ${own.row.signature} is final, and the nodes do not show its mark yet. Try again.`);
  if (record.drawn !== null || record.commitment?.final) return refused(owedText(record));
  return closeAsCalledOff(context, closing);
}

interface Closing {
  readonly record: RoundRecord;
  readonly hour: Hour;
  /** Transactions that may have made a mark of the hour. */
  readonly named: readonly string[];
  readonly wanted: Wanted;
  readonly isCommitted: boolean;
}

/**
 * Stores the payment. An hour with a payment's mark is never paid again, so nothing is set aside for it any more, even
 * if this close is refused. A round without a record here, or whose record is not what was committed, stays held, with
 * its payment stored, and waits for no person any more. If something else than a payment made the mark, the round is
 * called off, but only when nothing was promised.
 */
async function closeAsPaid(context: RoundContext, closing: Closing): Promise<ExitOutcome> {
  const { db, rpc } = context;
  const { record, hour, named, wanted } = closing;
  const { round, lock, drawn, shelvedAt } = record;
  await setNothingAside(db, wanted.exit);
  const promise = await promiseOfRound(context, closing);
  if (lock !== null && promise?.kind === 'unknown')
    return refused(
      `The payment of round ${round} cannot be judged: nobody shows what made the mark of its commitment. Close it with the signature of that transaction${shelvedAt === null ? ', or shelve it' : ''}. Nothing is set aside for this round any more.`,
    );
  const own = promise?.kind === 'promise' && promise.memo === lock?.memo ? promise.seen : null;
  const known = lock !== null && own !== null ? await knowWinners(context, record, lock) : null;
  if (known?.kind === 'unknown') return refused(`The payment of round ${round} cannot be judged. ${known.sentence}`);
  const due = lock !== null && known !== null ? { lock, winners: known.winners } : null;
  const made = judgePayment(hour, await findMakerNamed(rpc, hour.payment, named), due);
  if (made.kind === 'unknown') return refused(`The mark of its payment is made, and ${made.why}.`);
  if (made.kind === 'spent') {
    if (promise === null || promise.kind === 'spent')
      return callOff(db, wanted, `${notPromised(promise)}; ${made.why}`);
    return refused(
      `${made.why}. Nothing can pay round ${round} any more: it stays owed.${shelvedAt === null ? ' Shelve it.' : ''}`,
    );
  }
  const { signature, slot, paid } = made;
  const isEnded =
    known === null || own === null
      ? await closeUnrecorded(db, wanted.exit, { signature, slot, paid })
      : await closePaid(db, wanted.exit, { signature, slot, commitment: own, draw: drawn === null ? known : null });
  return isEnded ? { kind: 'done' } : CHANGED;
}

/**
 * What made the mark of a round's commitment; null when the mark is not made. Of our own record, only a final
 * commitment is believed, because a fork may have dropped any other. If the record has none, the chain is asked.
 */
async function promiseOfRound(
  { rpc, db }: RoundContext,
  { record, hour, named, isCommitted }: Closing,
): Promise<CommitmentMade | null> {
  const { lock, commitment } = record;
  const said = lock !== null && commitment?.final ? readCommitMemo(lock.memo) : null;
  if (said !== null && lock !== null && commitment !== null)
    return { kind: 'promise', seen: commitment, memo: lock.memo, said };
  return isCommitted ? commitmentNow(rpc, hour, [...(await commitmentsNamed(db, record)), ...named]) : null;
}

async function closeAsCalledOff(
  { db, rpc, rounds }: RoundContext,
  { record, hour, named, wanted, isCommitted }: Closing,
): Promise<ExitOutcome> {
  // The transaction that the operator named comes last, so that the answer is about it.
  const made = isCommitted
    ? await commitmentNamed(rpc, hour, [...(await commitmentsNamed(db, record)), ...named])
    : null;
  if (made?.kind === 'promise') {
    // Stored at once, because the next rounds go on only when the promise is known, and a later search might not find
    // it again.
    const prizes = prizesSaid(made);
    await rounds.learnPromise(record.round, { lamports: prizes, prizes, why: promiseText(made) });
    // If the stored lock has another text than the promise, the round cannot go on with the stored entries.
    const isOther = wanted.found.reason === 'mark-without-record' && made.memo !== record.lock?.memo;
    const shown = isOther ? { ...record, lock: null } : record;
    return refused(`${owedText(shown)} Its commitment: ${promiseText(made)}.`);
  }
  if (made?.kind === 'unknown') return refused(`The mark of its commitment is made, and ${made.why}.`);
  return callOff(db, wanted, notPromised(made));
}

/** Why nothing was promised. */
const notPromised = (made: Extract<CommitmentMade, { readonly kind: 'spent' }> | null) =>
  made?.why ?? 'the chain has no mark of its commitment';

async function callOff(db: D1Database, { exit }: Wanted, why: string): Promise<ExitOutcome> {
  return (await closeUncommitted(db, exit, `an operator closed it: ${why}`)) ? { kind: 'done' } : CHANGED;
}

/** Why a round stays held, and what can be done: only the ways that are open to that round. */
function owedText({ round, lock, shelvedAt }: RoundRecord): string {
  const go =
    lock === null
      ? 'Bring its entries back with "npm run recover"'
      : `Release it, or pay it with "npm run pay -- ${round}" and close it then`;
  return `Round ${round} was committed in time and its hour is not paid: it is owed. ${go}${shelvedAt === null ? ', or shelve it' : ''}.`;
}
