import type { Address } from '../../../src/address/address.ts';
import { ALLOCATE_WITH_SEED, parseTransfer } from '../../../src/marks/systemProgram.ts';
import { type ComputeBudget, networkFee } from '../../../src/money/networkFee.ts';
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../accounts/programs.ts';
import { parseWire, type WireTransaction } from '../ledger/wireTransaction.ts';

/** What a transaction costs its payer, lamports: the fee, and the rent of its marks when it succeeds. */
export interface TransactionCost {
  readonly payer: Address;
  readonly fee: bigint;
  readonly marks: bigint;
}

/** First byte and length of `SetComputeUnitLimit` and `SetComputeUnitPrice`. */
const LIMIT = { index: 2, length: 5 } as const;
const PRICE = { index: 3, length: 9 } as const;

/**
 * What a transaction of ours costs, from its own bytes (base64). Null for bytes that are no transaction, and for a
 * transaction that sets a price but no limit of compute units: the chain's own limit would decide its fee.
 */
export function costOf(bytes: string): TransactionCost | null {
  const wire = parseWire(Buffer.from(bytes, 'base64'));
  const payer = wire?.keys[0];
  if (wire === null || payer === undefined) return null;
  const budget = budgetOf(wire);
  if (budget === null) return null;
  const from = payer as Address;
  return { payer: from, fee: networkFee(wire.signatures.length, budget), marks: rentOf(wire, from) };
}

function budgetOf({ instructions }: WireTransaction): ComputeBudget | null {
  const said = instructions.filter(({ program }) => program === COMPUTE_BUDGET_PROGRAM);
  const read = ({ index, length }: typeof LIMIT | typeof PRICE) =>
    said.find(({ data }) => data[0] === index && data.length === length)?.data;
  const [limit, price] = [read(LIMIT), read(PRICE)];
  if (price === undefined) return { units: 0n, microLamports: 0n };
  if (limit === undefined) return null;
  return { units: littleEndian(limit), microLamports: littleEndian(price) };
}

/** The number in an instruction's data, behind the first byte, which names the instruction. */
function littleEndian(data: Uint8Array): bigint {
  return data.slice(1).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** Lamports that are sent to the accounts that the transaction itself makes. */
function rentOf({ instructions }: WireTransaction, payer: string): bigint {
  const marks = instructions
    .filter(({ program, data }) => program === SYSTEM_PROGRAM && data[0] === ALLOCATE_WITH_SEED)
    .map(({ accounts: [mark] }) => mark);
  return instructions.reduce((sum, instruction) => {
    const moved = parseTransfer(instruction);
    return moved?.from === payer && marks.includes(moved.to) ? sum + moved.lamports : sum;
  }, 0n);
}
