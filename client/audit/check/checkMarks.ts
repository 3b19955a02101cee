import type { WalletForm } from '../../../src/marks/judgeMaker.ts';
import { lamports, MAX_U64 } from '../../../src/money/lamports.ts';
import { readCommitMemo } from '../../../src/protocol/readMemo.ts';
import type { MarkMade } from '../chain/markMade.ts';
import type { RoundFacts } from './RoundFacts.ts';
import type { RoundOnChain } from './roundOnChain.ts';
import { calledOff, type Finding, failed, notReached, ok, owed } from './Step.ts';

type Made = Extract<MarkMade<WalletForm>, { readonly kind: 'right' | 'spent' }>;

/**
 * What the two marks of the hour show: promised and paid, owed, called off, or not yet decided. If the hour is owed, or
 * may still be promised, it does not matter what the proof says. Otherwise this fails if the proof says `rolled-over`
 * of a promised hour, or of a round with winners or a payout.
 */
export async function checkMarks(round: RoundOnChain): Promise<Finding> {
  const { bundle, times } = round.facts;
  const isOff = bundle.state === 'rolled-over';
  const made = await round.commitment();
  if (made.kind === 'early') return notReached(`no promise up to ${made.until}; one may come until ${times.latest}`);
  if (made.kind !== 'right') {
    const hour = made.kind === 'none' ? 'called off' : 'spent';
    if (isOff && ((bundle.winners ?? []).length > 0 || bundle.payout?.signature))
      return { ...failed('rolled-over: expected no winners and no payout got some'), hour };
    if (made.kind === 'none') return { ...calledOff('no commitment made the mark of this hour'), hour };
    const { signature } = made.transaction;
    return { ...calledOff(`${signature} spent the mark of this hour without a promise (${made.why})`), hour };
  }
  const payment = await round.payment();
  const promised = `promised by ${made.transaction.signature}`;
  const isOwed = (said: string): Finding => ({ ...owed(said), hour: 'promised and owed' });
  if (payment.kind === 'none') return isOwed(`${promised}, and not paid up to ${payment.until}`);
  const contradicted = (said: string) => failed(`state: expected one of a promised round got rolled-over (${said})`);
  if (payment.kind === 'early')
    return isOff ? contradicted(promised) : notReached(`${promised}, and to be paid by ${times.owedFrom}`);
  const { signature } = payment.transaction;
  const why = await otherPayment(round.facts, made, payment);
  if (why !== null)
    return isOwed(`${promised}, and ${signature} spent the mark of its payment without payment (${why})`);
  const paid = `${promised}, paid by ${signature}`;
  return { ...(isOff ? contradicted(paid) : ok(paid)), hour: 'promised and paid' };
}

/**
 * How a transaction differs from the payment that follows from promise, list and beacon. Null when it does not differ.
 * Null also when the proof does not show the promised list and beacon, so that nobody can tell.
 */
async function otherPayment(facts: RoundFacts, promise: Made, payment: Made): Promise<string | null> {
  if (payment.kind === 'spent') return payment.why;
  const { protocol, network, root, winners, terms, beaconRound } = facts;
  const said = readCommitMemo(promise.marked?.memo ?? '');
  const keyId = protocol.beaconKeyId(network.network);
  if (said === null || winners === null || root !== said.root || keyId !== said.beaconKeyId) return null;
  if (!(await facts.isBeaconSigned())) return null;
  // The memo's grammar allows more lamports than any balance can have. Such a promise cannot be paid.
  if (said.poolLamports > MAX_U64) return `pool: expected one that a balance holds got ${said.poolLamports}`;
  const { places } = protocol.splitPrize(lamports(said.poolLamports));
  const due = transfersText(winners.map((to, index) => ({ to, lamports: places[index] ?? 0n })));
  const paid = transfersText(payment.marked.transfers);
  if (paid !== due) return `transfers: expected ${due} got ${paid}`;
  const memo = protocol.payoutMemo({
    ...{ round: terms.round, endsAt: terms.endsAt, root, beaconRound, winners: winners.length },
  });
  return memo === payment.marked.memo ? null : `memo: expected ${memo} got ${payment.marked.memo}`;
}

/** Transfers in a sentence. */
export function transfersText(transfers: readonly { readonly to: string; readonly lamports: bigint }[]): string {
  return transfers.map(({ to, lamports: amount }) => `${amount} lamports to ${to}`).join(', ') || 'none';
}
