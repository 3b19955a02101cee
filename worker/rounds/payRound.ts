import type { RoundInFlight } from '../../src/round/record.ts';
import { agreeOnMark, agreeOnRent, readComputePrice } from '../chain/accounts/readChain.ts';
import { agreeOnBlockhash } from '../chain/signing/readSigning.ts';
import { computePriceBounds, MARK_BYTES } from '../chain/signing/transactions.ts';
import { AGAIN, type Step } from '../engine/runSteps.ts';
import type { JournalRow } from '../store/journal/journal.ts';
import type { RoundContext } from './context.ts';
import { holdRound } from './holdRound.ts';
import { loadRound } from './loadRound.ts';
import { hourOfLock, marksOf } from './marks/hourMarks.ts';

/** When the chain has refused this many payments, something about the round is wrong: a person has to look. */
const MAX_REFUSED = 3;

/**
 * `drawn → paid`: one transaction pays all winners, once. A drawn round is paid, waits or is held, and never called
 * off.
 */
export async function payRound(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { rounds, pursue, rpc, signer, now } = context;
  const { lock, release } = record;
  const [, mark] = marksOf(hourOfLock(lock));
  let isPaidAlready = false;

  const pursuit = await pursue({
    key: `payout:${record.round}`,
    mayResend: true,
    async maySign(attempts: readonly JournalRow[]) {
      // At this point, all attempts in our journal are dead. If the mark exists all the same, it was made by a
      // deployment with another database, or before our database was restored.
      isPaidAlready = await agreeOnMark(rpc, mark, record.commitment?.slot ?? 0);
      const refused = attempts.filter((attempt) => attempt.state === 'failed').length - (release?.forgiven ?? 0);
      return !isPaidAlready && refused < MAX_REFUSED;
    },
    async sign(attempt) {
      const [blockhash, markRent, computePrice] = await Promise.all([
        agreeOnBlockhash(rpc, attempt),
        agreeOnRent(rpc, MARK_BYTES),
        rpc.read((node) => readComputePrice(node, lock.wallet, computePriceBounds(attempt))),
      ]);
      return signer.signPayout(await loadRound(context, record), { blockhash, computePrice, markRent });
    },
  });

  if (pursuit.kind === 'final') {
    await rounds.pay(record.round, pursuit.row.signature, pursuit.slot);
    return AGAIN;
  }
  if (pursuit.kind === 'idle') {
    const last = pursuit.attempts.findLast((attempt) => attempt.state === 'failed');
    return isPaidAlready
      ? holdRound(context, record, 'mark-without-record', `the mark ${mark} of its payment is made`, 0n)
      : holdRound(
          context,
          record,
          'payout-rejected',
          `${last?.signature} failed: ${chainErrorText(last?.proof ?? 'no reason given')}`,
        );
  }
  const { signature } = pursuit.row;
  const isKnown = record.payout?.signature === signature && record.payout.status === pursuit.seen;
  const changed = !isKnown && (await rounds.payoutSeen(record.round, signature, pursuit.seen));
  return { kind: 'wait', until: now() + context.pollAgain(pursuit), changed };
}

/** What a payment's errors mean to the person who has to solve them: a part of the chain's JSON, and its meaning. */
const MEANINGS: readonly (readonly [string, string])[] = [
  // A system transfer's "result with negative lamports".
  ['"Custom":1}', 'the pool held less than it had to pay'],
  // The mark's "account already in use".
  ['"Custom":0}', 'the mark of its hour is allocated already'],
  ['InsufficientFundsForFee', 'the pool could not pay the network fee'],
  ['InsufficientFundsForRent', 'an account would have been left with less than the least it may hold'],
];

/** The chain's own error of a payment, as JSON, and in words where its meaning is known. */
export function chainErrorText(error: string): string {
  const known = MEANINGS.find(([part]) => error.includes(part));
  return known === undefined ? error : `${error}: ${known[1]}`;
}
