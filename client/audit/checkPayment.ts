import { bytesToHex } from '@noble/hashes/utils.js';
import { isMemoProgram, memosOf } from './memos.ts';
import { missing } from './RoundFacts.ts';
import type { ChainInstruction, ChainTransaction } from './readTransaction.ts';
import { lookAtClaim, type RoundOnChain } from './roundOnChain.ts';
import { couldNotCheck, differs, type Finding, failed, firstOf, notReached, ok, owed, unlike } from './Step.ts';
import {
  addressWithSeed,
  allocateWithSeedData,
  parseTransfer,
  SYSTEM_PROGRAM,
  type SystemTransfer,
} from './systemProgram.ts';

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';

/** The payment that the proof names: its transaction, or the finding that stands for all that it cannot show. */
export type PaymentFound =
  | { readonly transaction: ChainTransaction; readonly signature: string }
  | { readonly transaction: null; readonly why: Finding };

/** Looks for the payment that the proof names, or says why there is none to look at. */
export async function findPayment({ view, facts }: Pick<RoundOnChain, 'view' | 'facts'>): Promise<PaymentFound> {
  const { payout } = facts.bundle;
  if (!payout?.signature) return { transaction: null, why: unpaid(facts) };
  if (isOnlySigned(facts.bundle) && (await view.look(payout.signature)).kind === 'absent')
    return { transaction: null, why: owed(`${payout.signature} is signed, and not on chain: the prizes are owed`) };
  const found = await lookAtClaim(view, { signature: payout.signature, slot: payout.slot });
  return found.transaction === null ? found : { ...found, signature: payout.signature };
}

/** A payment that the proof itself calls neither final nor seen on chain. */
function isOnlySigned({ state, payout }: RoundOnChain['facts']['bundle']): boolean {
  return state !== 'paid' && payout?.status !== 'final' && payout?.slot === null;
}

/** What a round without a payment is: promised from its commitment on, and that it has to be paid in the end. */
function unpaid(facts: RoundOnChain['facts']): Finding {
  const { state, commitment } = facts.bundle;
  if (state === 'paid') return missing(facts, 'payout.signature', 'paid');
  return commitment?.signature
    ? owed('committed, and not paid: the prizes are owed')
    : notReached('nothing is due yet');
}

/** One transaction of the pool wallet, which paid its fee; final on chain, and by the proof's own words. */
export async function checkPayout({ view, facts, wallet }: RoundOnChain, found: PaymentFound): Promise<Finding> {
  if (found.transaction === null) return found.why;
  const { bundle } = facts;
  const { state, payout, reason } = bundle;
  if (found.transaction.failed) return failed('transaction: expected success got an error');
  const payer = unlike('signer', wallet, found.transaction.signers[0]);
  if (payer) return payer;
  // Both change in one moment: one without the other is no state of a round.
  const isFinal = payout?.status === 'final';
  if (isFinal !== (state === 'paid'))
    return isFinal ? differs('state', 'paid', state) : differs('payout.status', 'final', payout?.status);
  if (!isFinal) return owed(`state is ${state}, payout is ${payout?.status}`);
  const wrong = firstOf(unlike('payout.slot', found.transaction.slot, payout.slot), unlike('reason', null, reason));
  if (wrong) return wrong;
  if (!(await view.isFinal(found.signature))) return owed('the payment is not final');
  return ok(`${found.signature} in slot ${found.transaction.slot}`);
}

/** Exactly one memo, and it is that of this round; the proof says the same. */
export function checkPaymentMemo({ facts }: RoundOnChain, found: PaymentFound): Finding {
  if (found.transaction === null) return found.why;
  const { bundle, protocol, root, winners, beaconRound } = facts;
  if (root === null || winners === null) return missing(facts, 'winners', 'drawn');
  if (found.transaction.instructions === null) return couldNotCheck('what it says cannot be read');
  const { round, endsAt } = bundle;
  const due = protocol.payoutMemo({ round, endsAt, root, beaconRound, winners: winners.length });
  const said = memosOf(found.transaction.instructions).map(({ text }) => text);
  if (said.length !== 1 || said[0] !== due) return differs('memo on chain', due, said.join(' / ') || 'nothing');
  return unlike('payout.memo', due, bundle.payout?.memo) ?? ok(due);
}

/** The address that the chain gives out once for this draw, allocated exactly once. */
export function checkGuard(round: RoundOnChain, found: PaymentFound): Finding {
  if (found.transaction === null) return found.why;
  const guard = guardOf(round);
  const published = unlike('payout.guard', guard, round.facts.bundle.payout?.guard);
  if (published) return published;
  if (found.transaction.instructions === null) return couldNotCheck('what it does cannot be read');
  const allocations = found.transaction.instructions.filter((one) => isAllocation(round, one, guard)).length;
  return unlike('allocations of the guard', 1, allocations) ?? ok(guard);
}

/** Nothing but the compute budget, the memo, the guard's rent and allocation, and exactly the prizes, in any order. */
export function checkTransfers(round: RoundOnChain, found: PaymentFound): Finding {
  if (found.transaction === null) return found.why;
  const { winners, prizes } = round.facts;
  if (winners === null) return missing(round.facts, 'winners', 'drawn');
  if (prizes === null) return missing(round.facts, 'prize', 'locked');
  if (found.transaction.instructions === null) return couldNotCheck('what it does cannot be read');
  const guard = guardOf(round);
  const transfers: SystemTransfer[] = [];
  for (const instruction of found.transaction.instructions) {
    const transfer = parseTransfer(instruction);
    const foreign = transfer === null && foreignInstruction(instruction, guard);
    if (foreign) return foreign;
    if (transfer) transfers.push(transfer);
  }
  const sender = transfers.find(({ from }) => from !== round.wallet);
  if (sender) return differs('sender of a transfer', round.wallet, sender.from);
  const rents = transfers.filter(({ to }) => to === guard).length;
  const due = winners.map((to, index) => `${prizes.places[index]} lamports to ${to}`);
  const paid = transfers.filter(({ to }) => to !== guard).map(({ to, lamports }) => `${lamports} lamports to ${to}`);
  const asText = (list: readonly string[]) => list.toSorted().join(', ') || 'none';
  return (
    firstOf(unlike('rent transfers to the guard', 1, rents), unlike('transfers', asText(due), asText(paid))) ??
    ok(due.join(', '))
  );
}

/** Each winner's balance grew by exactly the prize. */
export function checkBalances({ facts }: RoundOnChain, found: PaymentFound): Finding {
  if (found.transaction === null) return found.why;
  const { winners, prizes } = facts;
  if (winners === null) return missing(facts, 'winners', 'drawn');
  if (prizes === null) return missing(facts, 'prize', 'locked');
  const { balanceChanges } = found.transaction;
  if (balanceChanges === null) return couldNotCheck('this RPC server does not tell the balances');
  const wrong = winners.map((wallet, index) =>
    unlike(`balance change of ${wallet}`, prizes.places[index], balanceChanges.get(wallet) ?? 'none'),
  );
  return firstOf(...wrong) ?? ok(`${winners.length} winners hold exactly their prize more`);
}

function guardOf({ facts, wallet }: RoundOnChain): string {
  return addressWithSeed(wallet, facts.protocol.guardSeed(facts.bundle.endsAt));
}

function isAllocation({ facts, wallet }: RoundOnChain, instruction: ChainInstruction, guard: string): boolean {
  const { program, accounts, data } = instruction;
  const due = allocateWithSeedData(wallet, facts.protocol.guardSeed(facts.bundle.endsAt));
  return (
    program === SYSTEM_PROGRAM && accounts.join() === [guard, wallet].join() && bytesToHex(data) === bytesToHex(due)
  );
}

const ALLOCATE_WITH_SEED = 9;

/** Null for an instruction that a payment may have: for the guard here, whatever else `checkGuard` says of it. */
function foreignInstruction({ program, accounts, data }: ChainInstruction, guard: string): Finding | null {
  if (program === COMPUTE_BUDGET_PROGRAM || isMemoProgram(program)) return null;
  if (program !== SYSTEM_PROGRAM) return differs('program', 'none but budget, system and memo', program);
  const index = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const number = data.length < 4 ? -1 : index.getUint32(0, true);
  return firstOf(
    unlike('system instruction', ALLOCATE_WITH_SEED, number),
    unlike('allocated address', guard, accounts[0]),
  );
}
