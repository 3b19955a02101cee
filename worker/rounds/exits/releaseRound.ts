import type { RoundRecord } from '../../../src/round/record.ts';
import { agreeOnMark } from '../../chain/accounts/readChain.ts';
import { releaseRound as storeRelease } from '../../store/rounds/heldRounds.ts';
import { holdsKey } from '../../terms/playUnder.ts';
import type { RoundContext } from '../context.ts';
import { followPayout } from '../followPayout.ts';
import { hourOfLock, marksOf } from '../marks/hourMarks.ts';
import { CHANGED, type ExitOutcome, refused, type Wanted } from './exitOutcome.ts';
import { knowWinners } from './knowWinners.ts';

/**
 * Lets a held round go on where it stopped, if every payment of ours is dead and enough nodes say that its hour is not
 * paid. The steps that follow check again whatever held it.
 */
export async function releaseRound(context: RoundContext, record: RoundRecord, { exit }: Wanted): Promise<ExitOutcome> {
  const { rounds, settings, db } = context;
  const { round, lock, commitment } = record;
  const running = await rounds.inFlight();
  if (running !== null)
    return refused(`Round ${running.round} is under way. Release round ${round} when that one has ended.`);
  if (lock === null) return CHANGED;
  if (!holdsKey(settings, lock.wallet))
    return refused(
      `Round ${round} was locked for the pool wallet ${lock.wallet}, which alone can pay it. Put its key into OLD_POOL_SECRET_KEYS first. A key that is lost leaves it owed: shelve it.`,
    );
  if (commitment !== null) {
    const known = await knowWinners(context, record, lock);
    if (known.kind === 'unknown') return refused(`Round ${round} cannot go on. ${known.sentence}`);
    const sent = await followPayout(context.pursue, round);
    if (sent.kind === 'pending')
      return refused(`Its payment ${sent.row.signature} is on its way. Wait until its end is known.`);
    if (sent.kind === 'final') return refused(`Its payment ${sent.row.signature} is final. Close the round.`);
    const [, mark] = marksOf(hourOfLock(lock));
    if (await agreeOnMark(context.rpc, mark, commitment.slot))
      return refused(
        `The mark ${mark} of its payment is made, so that the chain refuses a second one. Close round ${round}, with the signature of the transaction that made it.`,
      );
  }
  return (await storeRelease(db, exit)) ? { kind: 'done' } : CHANGED;
}
