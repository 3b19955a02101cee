import { address } from '../../../src/address/address.ts';
import { atMostBalance } from '../../../src/money/lamports.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { exitsOf, type RoundExit } from '../../../src/round/exits.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import { agreeOnBalance } from '../../chain/accounts/agreeOnBalance.ts';
import { agreeOnMark, agreeOnMarksAfter } from '../../chain/accounts/readChain.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import { commitmentsNamed } from '../../store/rounds/commitmentsNamed.ts';
import {
  type Exit,
  heldRound,
  setNothingAside,
  shelveRound,
  releaseRound as storeRelease,
} from '../../store/rounds/heldRounds.ts';
import { lostSince } from '../../store/rounds/losses.ts';
import { prizesMaybePaidSince } from '../../store/views/rounds/winners.ts';
import { holdsKey } from '../../terms/playUnder.ts';
import type { RoundContext } from '../context.ts';
import { followPayout } from '../holdRound.ts';
import { commitmentOf, prizesSaid } from '../marks/commitmentOf.ts';
import { hourOf, hourOfLock, marksOf } from '../marks/hourMarks.ts';
import { unexplainedFrom } from '../watch/leastBalance.ts';
import { closeRound } from './closeRound.ts';
import { CHANGED, type ExitOutcome, refused, type Wanted } from './exitOutcome.ts';
import { knowWinners } from './knowWinners.ts';

export interface ExitOrder {
  readonly round: number;
  readonly exit: RoundExit;
  readonly by: string;
  readonly reason: string;
  /** The transaction that made a mark of its hour; null when it has to be found. */
  readonly signature: string | null;
}

/**
 * An operator's way out of a held round. Only the hour's marks and the database decide. The wallet's history, which
 * anyone can flood, is not read. If the chain does not answer, the exit is refused and can be tried again.
 */
export function createExitRound(context: RoundContext): (order: ExitOrder) => Promise<ExitOutcome> {
  return async ({ round, exit: wanted, by, reason, signature }) => {
    const [found, record] = await Promise.all([heldRound(context.db, round), context.rounds.get(round)]);
    if (found === null || record === null) return refused(`Round ${round} does not wait for a person.`);
    if (!exitsOf({ ...found, hasRecord: record.lock !== null }).includes(wanted))
      return refused(notOffered(round, wanted));
    const exit: Exit = { round, held: found.reason, by, reason, at: context.now() };
    const way = { release: releaseRound, close: closeRound, shelve }[wanted];
    try {
      return await way(context, record, { exit, found, signature });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refused(`The chain gives no usable answer now: ${error.summary}. The round stays as it is.`);
    }
  };
}

const notOffered = (round: number, exit: RoundExit): string =>
  exit === 'release'
    ? `Round ${round} cannot be released: its entries are not stored here, so that nothing can go on. Bring them back with "npm run recover".`
    : `Round ${round} cannot be shelved: nothing of it is owed, or it is shelved already.`;

/**
 * Lets a held round go on where it stopped, if every payment of ours is dead and enough nodes say that its hour is not
 * paid. The steps that follow check everything again.
 */
async function releaseRound(context: RoundContext, record: RoundRecord, { exit }: Wanted): Promise<ExitOutcome> {
  const { rounds, settings, db } = context;
  const { round, lock, commitment } = record;
  const running = await rounds.inFlight();
  if (running !== null)
    return refused(`Round ${running.round} is under way. Release round ${round} when that one has ended.`);
  if (lock === null) return CHANGED;
  if (!holdsKey(settings, lock.wallet))
    return refused(
      `Round ${round} was locked for the pool wallet ${lock.wallet}, which alone can pay it. Put its key into OLD_POOL_SECRET_KEYS first. If the key is lost, the round stays owed: shelve it.`,
    );
  if (commitment !== null) {
    const known = await knowWinners(context, record, lock);
    if (known.kind === 'unknown') return refused(`Round ${round} cannot go on. ${known.sentence}`);
    const sent = await followPayout(context.pursue, round);
    if (sent.kind === 'pending')
      return refused(
        `The payment ${sent.row.signature} of round ${round} is on its way. Wait until it is known whether it lands.`,
      );
    if (sent.kind === 'final')
      return refused(`The payment ${sent.row.signature} of round ${round} is final. Close the round.`);
    const [, mark] = marksOf(hourOfLock(lock));
    if (await agreeOnMark(context.rpc, mark, commitment.slot))
      return refused(
        `The mark ${mark} of the payment of round ${round} is made, so that the chain refuses a second payment. Close the round, with the signature of the transaction that made the mark.`,
      );
  }
  return (await storeRelease(db, exit)) ? { kind: 'done' } : CHANGED;
}

/**
 * Shelves a held round: it waits for no person any more and is shown as owed. Its prizes stay set aside, and it can be
 * released, recovered or closed later. If its hour is paid, nothing is set aside. How much is owed is said by our lock
 * if a commitment of ours was final, and otherwise by the transaction that made the commitment's mark. If nobody can
 * show that transaction, the most that a commitment could promise is set aside. That is computed from what the pool
 * holds now, plus what it has paid since that hour, plus what others have taken from it since. What others have taken
 * is known only once journal and acknowledged outflows explain the pool's balance: before that, such a round is not
 * shelved.
 */
async function shelve(context: RoundContext, record: RoundRecord, wanted: Wanted): Promise<ExitOutcome> {
  const promised = await promiseNow(context, record, wanted);
  if (typeof promised === 'string') return refused(promised);
  return (await shelveRound(context.db, wanted.exit, promised)) ? { kind: 'done' } : CHANGED;
}

/**
 * What has to be set aside for a round that is to be shelved, lamports; null where its row has the amount already; a
 * sentence that says why, where it cannot be shelved.
 */
async function promiseNow(
  context: RoundContext,
  record: RoundRecord,
  { exit, found, signature }: Wanted,
): Promise<bigint | string | null> {
  const { rpc, db } = context;
  const { round, lock, commitment } = record;
  const hour = await hourOf(context, record);
  const marks = await agreeOnMarksAfter(rpc, marksOf(hour), hour.times.until);
  if (marks[1]) {
    await setNothingAside(db, exit);
    return null;
  }
  const isOwn = commitment?.final === true && found.reason !== 'mark-without-record';
  // If the row says that nothing was promised, the chain is asked once more, because a round that is not owed is not
  // shelved.
  if (isOwn || (found.promised !== null && found.promised > 0n)) return null;
  const named = [...(await commitmentsNamed(db, record)), ...(signature === null ? [] : [signature])];
  const made = marks[0] ? await commitmentOf(rpc, hour, named) : null;
  if (made === null || made.kind === 'spent')
    return `Round ${round} is not owed: nothing on the chain promises it. Close it.`;
  if (made.kind === 'promise') return prizesSaid(made);
  // What follows is a guess, which is stored for good. No guess is made for an operator who has named a transaction.
  if (signature !== null) return `The mark of the commitment of round ${round} is made, and ${made.why}.`;
  const wallet = address(hour.payment.base);
  const pool = await agreeOnBalance(rpc, wallet, { about: "the pool's balance" });
  // What somebody has taken from the pool since that hour may have been promised, so the taken amount has to be known.
  if ((await unexplainedFrom(context, wallet, pool)) !== null)
    return `The pool wallet ${wallet} holds less than its journal explains, so nobody can say how much round ${round} may have promised. Acknowledge its outflows ("Resume"), and then shelve the round; or name the transaction that made the mark of its commitment.`;
  const since = hour.times.from * 1000;
  const paid = await prizesMaybePaidSince(db, { wallet, since, but: round });
  const guess = CURRENT_PROTOCOL.splitPrize(
    atMostBalance(pool.lamports + paid + (await lostSince(db, wallet, since))),
  ).total;
  return lock !== null && lock.total > guess ? lock.total : guess;
}
