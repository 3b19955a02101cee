import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import { agreeOnGuard } from '../chain/readChain.ts';
import { guardAddress } from '../chain/transactions.ts';
import { releaseRound as storeRelease } from '../store/heldRounds.ts';
import type { RoundContext } from './context.ts';
import { CHANGED, type ExitOutcome, refused, type Wanted } from './exitOutcome.ts';
import { followPayout } from './followPayout.ts';
import { knowWinners } from './knowWinners.ts';

/**
 * Lets a held round go on where it stopped. Every node is searched for payments to its winners first, and any that is
 * found refuses it; then the guard of its hour is asked. Whatever held it is checked again by the steps that follow.
 */
export async function releaseRound(context: RoundContext, { exit }: Wanted): Promise<ExitOutcome> {
  const { rounds, settings, db } = context;
  const { round } = exit;
  const running = await rounds.inFlight();
  if (running !== null)
    return refused(`Round ${running.round} is under way. Release round ${round} when that one has ended.`);
  const record = await rounds.get(round);
  if (record?.lock == null) return refused(`Round ${round} has no stored record, so that nothing can go on.`);
  const { lock } = record;
  if (lock.wallet !== settings.pool.address)
    return refused(
      `Round ${round} was locked for the pool wallet ${lock.wallet}, which alone can pay it. Put its key into POOL_SECRET_KEY first.`,
    );
  if (record.commitment !== null) {
    const known = await knowWinners(context, record, lock);
    if (known.kind === 'unknown') return refused(`Round ${round} cannot go on. ${known.sentence}`);
    const winners = known.winners.map(({ address }) => address);
    const payments = await context.findPayments({ round, winners, since: lock.endsAt });
    if (payments.length > 0) return { kind: 'paid', payments };
    const problem = await guardProblem(context, lock);
    if (problem !== null) return refused(problem);
  }
  return (await storeRelease(db, exit)) ? { kind: 'done' } : CHANGED;
}

/** The chain refuses a second payment of an hour: a sentence when it has been paid by something nobody lists. */
async function guardProblem(context: RoundContext, lock: LockRecord): Promise<string | null> {
  const sent = await followPayout(context.pursue, lock.round);
  // A payment of ours that is on its way or final is followed to its end, and ends the round as paid.
  if (sent.kind !== 'idle') return null;
  const guard = await guardAddress(lock.wallet, protocolOf(lock.rules).guardSeed(lock.endsAt));
  if (!(await agreeOnGuard(context.rpc, guard))) return null;
  return `The guard ${guard} of round ${lock.round} is allocated: the chain says that its hour is paid, and refuses a second payment. Close the round, or ask a node with a whole history.`;
}
