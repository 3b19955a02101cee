import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { PlainInstruction, PlainMessage } from './instruction.ts';
import { type MarkAsked, markOf, type OtherForm, other, readForm } from './readForm.ts';
import {
  ALLOCATE_WITH_SEED,
  CREATE_WITH_SEED,
  parseTransfer,
  SYSTEM_PROGRAM,
  type SystemTransfer,
} from './systemProgram.ts';

/** What a transaction of one wallet does besides making its mark: its transfers in order, and its memo. */
export interface WalletForm {
  readonly kind: 'form';
  readonly transfers: readonly SystemTransfer[];
  readonly memo: string;
}

/**
 * Reads a transaction in the only form that counts for a mark that a wallet makes alone: docs/protocol.md, section 6.
 * Only this wallet signs, the memo names only this wallet, and only its transfers stand between mark and memo.
 */
export function readWalletForm(message: PlainMessage, asked: MarkAsked): WalletForm | OtherForm {
  const { base } = asked;
  if (message.signers.length !== 1) return other(`the signature of ${base} alone`, message.signers.join(', '));
  const form = readForm(message, asked);
  if (form.kind === 'other') return form;
  if (form.memoOf.join() !== base) return other(`a memo by ${base} alone`, form.memoOf.join(', '));
  const transfers: SystemTransfer[] = [];
  for (const move of form.between) {
    const transfer = parseTransfer(move);
    if (transfer?.from !== base) return other(`transfers of ${base} alone before the memo`, move.program);
    transfers.push(transfer);
  }
  return { kind: 'form', transfers, memo: form.memo };
}

/**
 * What a successful transaction did with a mark. `form`: it made the mark in the form that counts. `other`: it made the
 * mark in another form, so the mark is spent. `none`: none of its own instructions makes the mark.
 */
export type MarkMaker = WalletForm | OtherForm | { readonly kind: 'none' };

/** Judges by the bytes of a successful transaction what it did with a mark. */
export function judgeMaker(message: PlainMessage, asked: MarkAsked): MarkMaker {
  const form = readWalletForm(message, asked);
  return message.instructions.some((one) => makesMark(one, asked)) ? form : { kind: 'none' };
}

/**
 * The two instructions that can make a mark. `account`: the mark's position among its accounts. `skipped`: how many
 * bytes stand between the seed and the u64 with the account's size.
 */
const MAKERS = [
  { index: ALLOCATE_WITH_SEED, account: 0, skipped: 0 },
  { index: CREATE_WITH_SEED, account: 1, skipped: 8 },
];

/**
 * Whether an instruction makes the mark's account: it allocates exactly one byte by the mark's seed. An allocation of 0
 * bytes leaves the address free. An account of 80 bytes can be a nonce account: its authority can empty it, and then
 * the address is free again.
 */
export function makesMark({ program, accounts, data }: PlainInstruction, asked: MarkAsked): boolean {
  const seed = utf8ToBytes(asked.seed);
  const named = concatBytes(base58.decode(asked.base), u64le(seed.length), seed);
  return MAKERS.some(({ index, account, skipped }) => {
    const head = concatBytes(Uint8Array.of(index, 0, 0, 0), named);
    const isNamed = bytesToHex(data.slice(0, head.length)) === bytesToHex(head);
    const from = head.length + skipped;
    const isMark = program === SYSTEM_PROGRAM && accounts[account] === markOf(asked);
    return isMark && isNamed && bytesToHex(data.slice(from, from + 8)) === bytesToHex(u64le(1));
  });
}

/** A number up to 255 as the system program writes it: u64, little-endian. */
function u64le(number: number): Uint8Array {
  return Uint8Array.of(number, 0, 0, 0, 0, 0, 0, 0);
}
