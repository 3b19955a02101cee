import { bytesToHex } from '@noble/hashes/utils.js';
import { type Address, address } from '../address/address.ts';
import { addressWithSeed } from '../address/addressWithSeed.ts';
import type { PlainInstruction, PlainMessage } from './instruction.ts';
import { allocateWithSeedData, parseTransfer, SYSTEM_PROGRAM } from './systemProgram.ts';

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
/** The memo program that every transaction with a mark calls. */
export const MEMO_V3 = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
/** First byte and length of `SetComputeUnitLimit` and `SetComputeUnitPrice`. */
const LIMIT = { index: 2, length: 5 };
const PRICE = { index: 3, length: 9 };

/** The mark that a transaction has to make, by its base and its seed. */
export interface MarkAsked {
  readonly base: string;
  readonly seed: string;
}

/** The parts of a transaction after the allocation of its mark: the instructions before the memo, and the memo. */
export interface MarkForm {
  readonly kind: 'form';
  readonly between: readonly PlainInstruction[];
  readonly memo: string;
  /** The memo's accounts, in their order. */
  readonly memoOf: readonly string[];
}

/** Another form: what was expected, and what is there instead. */
export interface OtherForm {
  readonly kind: 'other';
  readonly expected: string;
  readonly got: string;
}

/** The address of the mark that a base and a seed make. */
export function markOf({ base, seed }: MarkAsked): Address {
  return addressWithSeed(address(base), seed);
}

/**
 * Reads a transaction in the form that all transactions with a mark have: docs/protocol.md, section 6. The caller
 * decides who may sign it, and what may stand between mark and memo.
 */
export function readForm({ version, signers, instructions }: PlainMessage, asked: MarkAsked): MarkForm | OtherForm {
  const { base } = asked;
  if (version !== 'legacy') return other('a legacy message', `version ${version}`);
  if (signers[0] !== base) return other(`a fee paid by ${base}`, signers[0]);
  const due = partsOf(asked);
  for (const [index, { what, isIt }] of due.entries()) {
    const one = instructions[index];
    if (one === undefined || !isIt(one)) return other(`${what} as instruction ${index}`, one?.program);
  }
  const rest = instructions.slice(due.length);
  const said = rest.at(-1);
  if (said?.program !== MEMO_V3) return other('a memo of version 3 as the last instruction', said?.program);
  const memo = textOf(said.data);
  if (memo === null) return other('a text as the memo', 'other bytes');
  return { kind: 'form', between: rest.slice(0, -1), memo, memoOf: said.accounts };
}

/** Another form than the expected one. */
export function other(expected: string, got = 'none'): OtherForm {
  return { kind: 'other', expected, got };
}

interface Part {
  readonly what: string;
  readonly isIt: (one: PlainInstruction) => boolean;
}

/** What the first four instructions have to be. */
function partsOf(asked: MarkAsked): readonly Part[] {
  const { base, seed } = asked;
  const mark = markOf(asked);
  const allocation = bytesToHex(allocateWithSeedData(base, seed));
  return [
    { what: 'SetComputeUnitLimit', isIt: (one) => isBudget(one, LIMIT) },
    { what: 'SetComputeUnitPrice', isIt: (one) => isBudget(one, PRICE) },
    {
      what: `a transfer of at least 1 lamport to ${mark}`,
      isIt: (one) => {
        const transfer = parseTransfer(one);
        return transfer?.from === base && transfer.to === mark && transfer.lamports >= 1n;
      },
    },
    {
      what: `the allocation of one byte at ${mark}`,
      isIt: ({ program, accounts, data }) =>
        program === SYSTEM_PROGRAM && accounts.join() === [mark, base].join() && bytesToHex(data) === allocation,
    },
  ];
}

function isBudget({ program, accounts, data }: PlainInstruction, { index, length }: typeof LIMIT): boolean {
  return program === COMPUTE_BUDGET_PROGRAM && accounts.length === 0 && data.length === length && data[0] === index;
}

/** The text that bytes are in UTF-8; null for bytes that are no UTF-8. */
function textOf(data: Uint8Array): string | null {
  try {
    return decodeURIComponent(bytesToHex(data).replace(/../g, '%$&'));
  } catch {
    return null;
  }
}
