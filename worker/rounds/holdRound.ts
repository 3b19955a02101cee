import type { RoundInFlight } from '../../src/round/record.ts';
import type { HoldReason } from '../../src/round/state.ts';
import type { Pursue, Pursuit } from '../engine/intention.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import type { RoundContext } from './context.ts';
import { endRehearsal } from './rehearseRound.ts';

const PENDING_POLL_MS = 1_000;

/**
 * Stops a round for a person, with an alert. A committed round stays owed, unless its payment is on chain: payments
 * that were signed are looked up once more, and a final one ends the round as paid. `cause` is stored, and tells
 * operators exactly why. `promised` are the lamports that a mark promises; null while nobody knows how many, or when
 * the round's own record already has the number. A rehearsal is never held: it has promised nothing.
 */
export async function holdRound(
  context: RoundContext,
  record: RoundInFlight,
  reason: HoldReason,
  cause: string,
  promised: bigint | null = null,
): Promise<Step> {
  const { rounds, pursue } = context;
  if (record.payouts === 'shadow') {
    const problem = `${reason}: ${cause}`;
    return endRehearsal(context, record, { problem, summary: problem });
  }
  if (record.state === 'drawn') {
    const pursuit = await followPayout(pursue, record.round);
    if (pursuit.kind === 'final') {
      await rounds.pay(record.round, pursuit.row.signature, pursuit.slot);
      return AGAIN;
    }
    // The payment may still land. Before that is known, nobody is told that the round is owed.
    if (pursuit.kind === 'pending') return waitFor(context, PENDING_POLL_MS);
  }
  // If another instance has moved the round, `record` is out of date: nothing changes, and the round is read again.
  await rounds.hold(record.round, reason, cause, promised, record.state);
  return AGAIN;
}

/** What has become of the payments that were signed for a round. Nothing is signed, and nothing is sent again. */
export function followPayout(pursue: Pursue, round: number): Promise<Pursuit> {
  return pursue({
    key: `payout:${round}`,
    maySign: async () => false,
    mayResend: false,
    sign: () => Promise.reject(new Error('nothing is signed for a held round')),
  });
}
