import { bytesToHex } from '@noble/hashes/utils.js';
import { type Finding, failed, ok, open } from './Check.ts';
import { isMemoProgram, memosOf } from './memos.ts';
import type { ChainInstruction } from './readTransaction.ts';
import { lookAtClaim, type RoundOnChain } from './roundOnChain.ts';
import {
  addressWithSeed,
  allocateWithSeedData,
  parseTransfer,
  SYSTEM_PROGRAM,
  type SystemTransfer,
} from './systemProgram.ts';

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';

/**
 * The payment: one transaction of the pool wallet with the prizes, the guard against a second one, the memo, and
 * nothing else.
 */
export async function checkPayment(round: RoundOnChain): Promise<Finding> {
  const { payout, winners } = round.proof;
  if (!payout?.signature || !winners) return open('the prizes are owed');
  const found = await lookAtClaim(round.view, { signature: payout.signature, slot: payout.slot });
  if ('missing' in found) return found.isProven ? failed(found.why) : open(found.why);
  if (found.failed) return failed('the transaction failed');
  if (found.signers[0] !== round.commitment.wallet)
    return failed(`paid by ${found.signers[0]}, not by the pool wallet`);
  if (found.instructions === null) return open('what it does cannot be read');
  const problem = wrongMemo(round, found.instructions) ?? wrongInstruction(round, found.instructions);
  return problem === null ? ok(`${winners.length} transfers from the pool wallet, and nothing else`) : failed(problem);
}

function wrongMemo(
  { protocol, proof, endsAt }: RoundOnChain,
  instructions: readonly ChainInstruction[],
): string | null {
  const said = memosOf(instructions).map(({ text }) => text);
  const due = protocol.payoutMemo({
    round: proof.roundNumber,
    endsAt,
    root: proof.snapshot?.root ?? '',
    beaconRound: proof.beacon?.round ?? 0,
    winners: proof.winners?.length ?? 0,
  });
  return said.length === 1 && said[0] === due ? null : `it says ${said.join(' / ') || 'nothing'} and not ${due}`;
}

function wrongInstruction(round: RoundOnChain, instructions: readonly ChainInstruction[]): string | null {
  const { wallet } = round.commitment;
  const guard = addressWithSeed(wallet, round.protocol.guardSeed(round.endsAt));
  if (round.proof.payout?.guard !== guard) return `the guard is ${guard}, not ${round.proof.payout?.guard}`;
  const transfers: SystemTransfer[] = [];
  let allocations = 0;
  for (const instruction of instructions) {
    const transfer = parseTransfer(instruction);
    if (transfer) transfers.push(transfer);
    else if (isGuardAllocation(round, instruction, guard)) allocations++;
    else if (instruction.program !== COMPUTE_BUDGET_PROGRAM && !isMemoProgram(instruction.program))
      return `an instruction of ${instruction.program} that is no part of a payment`;
  }
  if (allocations !== 1) return `${allocations} allocations of the guard ${guard} instead of one`;
  const foreign = transfers.find(({ from }) => from !== wallet);
  if (foreign) return `a transfer from ${foreign.from}`;
  const rents = transfers.filter(({ to }) => to === guard);
  if (rents.length !== 1) return `${rents.length} rent transfers to the guard instead of one`;
  return wrongPrizes(
    round,
    transfers.filter(({ to }) => to !== guard),
  );
}

function isGuardAllocation(
  { protocol, commitment, endsAt }: RoundOnChain,
  instruction: ChainInstruction,
  guard: string,
): boolean {
  const { program, accounts, data } = instruction;
  const due = allocateWithSeedData(commitment.wallet, protocol.guardSeed(endsAt));
  return (
    program === SYSTEM_PROGRAM &&
    accounts.join() === [guard, commitment.wallet].join() &&
    bytesToHex(data) === bytesToHex(due)
  );
}

/** Exactly the winners' transfers: none missing, none more, in any order. */
function wrongPrizes({ proof }: RoundOnChain, transfers: readonly SystemTransfer[]): string | null {
  const paid = transfers.map(({ to, lamports }) => `${lamports} lamports to ${to}`);
  for (const { address, lamports } of proof.winners ?? []) {
    const index = paid.indexOf(`${lamports} lamports to ${address}`);
    if (index < 0) return `no transfer of ${lamports} lamports to ${address}`;
    paid.splice(index, 1);
  }
  return paid.length === 0 ? null : `beside the prizes ${paid.join(', ')}`;
}
