import type { WalletForm } from '../../../src/marks/judgeMaker.ts';
import { markOf } from '../../../src/marks/readForm.ts';
import { parseTransfer } from '../../../src/marks/systemProgram.ts';
import type { MarkMade } from '../chain/markMade.ts';
import { noWinners } from './checkDraw.ts';
import { transfersText } from './checkMarks.ts';
import { missing } from './RoundFacts.ts';
import type { RoundOnChain } from './roundOnChain.ts';
import { couldNotCheck, differs, type Finding, failed, firstOf, notReached, ok, owed, unlike } from './Step.ts';

type Made = Extract<MarkMade<WalletForm>, { readonly kind: 'right' | 'spent' }>;

/**
 * The transaction that made the payment's mark, if the proof names it as the payment. Otherwise `why` is the finding of
 * every step about the payment.
 */
export type PaymentFound = { readonly made: Made } | { readonly made: null; readonly why: Finding };

/** Finds the transaction that made the mark of the payment. Throws when the servers do not tell. */
export async function findPayment(round: RoundOnChain): Promise<PaymentFound> {
  const { facts } = round;
  const claimed = facts.bundle.payout?.signature ?? null;
  const none = (why: Finding) => ({ made: null, why });
  const committed = await round.commitment();
  if (committed.kind !== 'right')
    return none(
      claimed === null || committed.kind === 'early'
        ? notReached('nothing is due')
        : differs('payout.signature', 'none for an hour without a promise', claimed),
    );
  const made = await round.payment();
  if (made.kind === 'none') return none(owed('promised, and not paid: the prizes are owed'));
  if (made.kind === 'early') return none(notReached('promised, and not paid yet'));
  if (claimed === null) return none(missing(facts, 'payout.signature', 'paid'));
  const other = unlike('payout.signature', made.transaction.signature, claimed);
  return other === null ? { made } : none(other);
}

/** Whether the proof calls the payment final, names its slot, and gives no `reason`, which only an unpaid round has. */
export function checkPayout({ facts }: RoundOnChain, found: PaymentFound): Finding {
  if (found.made === null) return found.why;
  const { state, payout, reason } = facts.bundle;
  // A round becomes paid when its payout becomes final, so a proof must say both or neither.
  const isFinal = payout?.status === 'final';
  if (isFinal !== (state === 'paid'))
    return isFinal ? differs('state', 'paid', state) : differs('payout.status', 'final', payout?.status);
  if (!isFinal) return notReached(`paid on chain, and the proof does not say so yet: state is ${state}`);
  const { signature, slot } = found.made.transaction;
  return (
    firstOf(unlike('payout.slot', slot, payout.slot), unlike('reason', null, reason)) ??
    ok(`${signature} in slot ${slot}`)
  );
}

/** Whether the memo on chain and the memo in the proof both equal the memo that is due for this round. */
export function checkPaymentMemo({ facts }: RoundOnChain, found: PaymentFound): Finding {
  if (found.made === null) return found.why;
  const { marked } = found.made;
  if (marked === null) return unformed(found.made);
  const { bundle, terms, protocol, root, winners, beaconRound } = facts;
  if (root === null || winners === null) return noWinners(facts);
  const subject = { round: terms.round, endsAt: terms.endsAt };
  const due = protocol.payoutMemo({ ...subject, root, beaconRound, winners: winners.length });
  return firstOf(unlike('memo on chain', due, marked.memo), unlike('payout.memo', due, bundle.payout?.memo)) ?? ok(due);
}

/** Whether the payment that made the mark has the one form that counts, and whether the proof names the same mark. */
export function checkMark({ facts, wallet }: RoundOnChain, found: PaymentFound): Finding {
  if (found.made === null) return found.why;
  if (found.made.marked === null) return unformed(found.made);
  const mark = markOf({ base: wallet, seed: facts.protocol.payoutSeed(facts.terms.endsAt) });
  return unlike('payout.mark', mark, facts.bundle.payout?.mark) ?? ok(mark);
}

/** Whether the payment transfers exactly the prizes, in the order of their places. */
export function checkTransfers({ facts }: RoundOnChain, found: PaymentFound): Finding {
  if (found.made === null) return found.why;
  if (found.made.marked === null) return unformed(found.made);
  const { winners, prizes } = facts;
  if (winners === null) return noWinners(facts);
  if (prizes === null) return missing(facts, 'prize', 'locked');
  const due = transfersText(winners.map((to, index) => ({ to, lamports: prizes.places[index] ?? 0n })));
  return unlike('transfers', due, transfersText(found.made.marked.transfers)) ?? ok(due);
}

/**
 * Whether the payment raised each winner's balance by exactly the prize. Anybody can make the mark's address a holder.
 * If this address wins, its balance must grow by prize and rent.
 */
export function checkBalances({ facts }: RoundOnChain, found: PaymentFound): Finding {
  if (found.made === null) return found.why;
  const { winners, prizes } = facts;
  const { signature, before, after, instructions } = found.made.transaction;
  if (before === null || after === null)
    return couldNotCheck(`${signature}: this RPC server does not tell the balances`);
  if (winners === null) return noWinners(facts);
  if (prizes === null) return missing(facts, 'prize', 'locked');
  const rich = winners.find((wallet) => before.get(wallet) === null || after.get(wallet) === null);
  if (rich !== undefined) return couldNotCheck(`${signature}: ${rich} has more lamports than JSON holds`);
  // A transaction of the one form transfers the mark's rent in this instruction.
  const rent = found.made.marked && instructions[2] ? parseTransfer(instructions[2]) : null;
  const wrong = winners.map((wallet, index) => {
    const [held, holds] = [before.get(wallet), after.get(wallet)];
    const change = typeof held === 'number' && typeof holds === 'number' ? BigInt(holds) - BigInt(held) : 'none';
    const due = (prizes.places[index] ?? 0n) + (rent?.to === wallet ? rent.lamports : 0n);
    return unlike(`balance change of ${wallet}`, due, change);
  });
  return firstOf(...wrong) ?? ok(`${winners.length} winners hold exactly their prize more`);
}

function unformed(made: Made): Finding {
  return failed(made.kind === 'spent' ? made.why : 'form: expected that of a payment got another one');
}
