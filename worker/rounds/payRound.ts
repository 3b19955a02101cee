import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { RoundInFlight } from '../../src/round/record.ts';
import type { Payment } from '../chain/findPayments.ts';
import { agreeOnGuard, agreeOnRent, readComputePrice } from '../chain/readChain.ts';
import { agreeOnBlockhash } from '../chain/readSigning.ts';
import { computePriceBounds, guardAddress } from '../chain/transactions.ts';
import { AGAIN, type Step } from '../engine/step.ts';
import type { JournalRow } from '../store/journal.ts';
import { winnersOfRound } from '../store/winners.ts';
import { chainErrorText } from './chainErrorText.ts';
import type { RoundContext } from './context.ts';
import { holdRound } from './holdRound.ts';
import { loadRound } from './loadRound.ts';

const POLL_MS = 300;
const FINALITY_POLL_MS = 1_500;
const GUARD_BYTES = 1;
/** After so many payments that the chain itself refused, a person has to look: something about the round is wrong. */
const MAX_REFUSED = 3;

/**
 * `drawn → paid`: one transaction pays all winners, once. Nothing on this way calls a payment off; it can only wait
 * or be held.
 */
export async function payRound(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { rounds, pursue, rpc, settings, signer, now } = context;
  const { lock, release } = record;
  const guard = await guardAddress(settings.pool.address, protocolOf(lock.rules).guardSeed(lock.endsAt));
  let isPaidAlready = false;
  let byHand: readonly Payment[] = [];

  const pursuit = await pursue({
    key: `payout:${record.round}`,
    mayResend: true,
    async maySign(attempts: readonly JournalRow[]) {
      // All attempts are dead, so an allocated guard was paid by bytes this journal does not know: a lost or second
      // database.
      isPaidAlready = await agreeOnGuard(rpc, guard);
      const refused = attempts.filter((attempt) => attempt.state === 'failed').length - (release?.forgiven ?? 0);
      if (isPaidAlready || refused >= MAX_REFUSED) return false;
      // Between a hold and a release a person may have paid.
      if (release !== null) byHand = await paymentsByHand(context, record);
      return byHand.length === 0;
    },
    async sign(attempt) {
      const [blockhash, guardRent, computePrice] = await Promise.all([
        agreeOnBlockhash(rpc, { attempt, now: now() }),
        agreeOnRent(rpc, GUARD_BYTES),
        rpc.read((node) => readComputePrice(node, settings.pool.address, computePriceBounds(attempt))),
      ]);
      return signer.signPayout(await loadRound(context, record), { blockhash, computePrice, guardRent });
    },
  });

  if (pursuit.kind === 'final') {
    await rounds.pay(record.round, pursuit.row.signature, pursuit.slot);
    return AGAIN;
  }
  if (pursuit.kind === 'idle') {
    if (byHand.length > 0) return holdRound(context, record, 'payout-without-record', paidText(byHand));
    const last = pursuit.attempts.findLast((attempt) => attempt.state === 'failed');
    return isPaidAlready
      ? holdRound(context, record, 'guard-without-journal', `the guard ${guard} is allocated`)
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
  return { kind: 'wait', until: now() + (pursuit.seen === 'confirmed' ? FINALITY_POLL_MS : POLL_MS), changed };
}

async function paymentsByHand({ db, findPayments }: RoundContext, { round, endsAt }: RoundInFlight) {
  const winners = (await winnersOfRound(db, round)).map(({ address }) => address);
  return findPayments({ round, winners, since: endsAt });
}

const paidText = (payments: readonly Payment[]) =>
  payments.map(({ signature, to, lamports }) => `${signature} paid ${lamports} lamports to ${to}`).join('; ');
