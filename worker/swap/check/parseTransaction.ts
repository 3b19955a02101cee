import { VersionedTransaction } from '@solana/web3.js';
import { type Address, address } from '../../../src/address/address.ts';
import { type LookupTable, readTable } from './lookupTable.ts';
import { refuse, type SwapRefusal } from './refusal.ts';

/** The network's limit for a transaction, signatures included. */
export const MAX_TRANSACTION_BYTES = 1_232;

/** A legacy or v0 transaction that has one reading only: written again, it gives exactly the same bytes. */
export interface ParsedTransaction {
  readonly transaction: VersionedTransaction;
  /** What the signatures sign. */
  readonly message: Uint8Array;
  /** Those who must sign, in the order of their signatures; the first one pays the fee. */
  readonly signers: readonly Address[];
  readonly blockhash: string;
  /** Lookup tables to be read from the chain. */
  readonly tables: readonly Address[];
}

export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

/**
 * Reads a transaction's bytes. web3.js ignores bytes after the message, and accepts numbers in more than one form. So
 * the result is written again and compared with the bytes.
 */
export function parseTransaction(bytes: Uint8Array): ({ readonly ok: true } & ParsedTransaction) | SwapRefusal {
  if (bytes.length > MAX_TRANSACTION_BYTES) return refuse('too-large', `the transaction has ${bytes.length} bytes`);
  const version = versionOf(bytes);
  if (version > 0) return refuse('version', `the transaction is of version ${version}, which is not read here`);
  try {
    const transaction = VersionedTransaction.deserialize(bytes);
    if (!Buffer.from(transaction.serialize()).equals(bytes))
      return refuse('garbage', 'the transaction, written again, gives other bytes');
    const { message, signatures } = transaction;
    const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
    if (signers.length === 0 || signers.length !== signatures.length)
      return refuse('garbage', 'signers and signatures do not match');
    const { numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header;
    const unsigned = message.staticAccountKeys.length - signers.length;
    if (numReadonlySignedAccounts >= signers.length || numReadonlyUnsignedAccounts > unsigned)
      return refuse('garbage', 'the header does not fit the accounts');
    return {
      ok: true,
      transaction,
      message: message.serialize(),
      signers: signers.map((key) => address(key.toBase58())),
      blockhash: message.recentBlockhash,
      tables: message.addressTableLookups.map(({ accountKey }) => address(accountKey.toBase58())),
    };
  } catch {
    return refuse('garbage', 'the bytes are no transaction');
  }
}

const SIGNATURE_BYTES = 64;
/** The highest bit of a message's first byte says that the other seven are the version. */
const VERSIONED = 0x80;

/**
 * The version that the bytes claim; below 0 for legacy. From version 1 on (SIMD-0385) a transaction begins with its
 * message. A legacy or v0 transaction begins with the count of its signatures, which is far below 128; the signatures
 * and the message follow. A newer version is refused even if our library learns to read it, because its fee and
 * instructions stand in other places.
 */
function versionOf(bytes: Uint8Array): number {
  const first = bytes[0] ?? 0;
  return Math.max(first, bytes[1 + first * SIGNATURE_BYTES] ?? 0) - VERSIONED;
}

/**
 * The instructions with the address of every account. As in the runtime, the accounts of the message come first, then
 * the writable ones of all lookup tables, then the readable ones.
 */
export function resolveInstructions(
  { transaction }: ParsedTransaction,
  tables: readonly LookupTable[],
): { readonly ok: true; readonly instructions: readonly Instruction[] } | SwapRefusal {
  const { message } = transaction;
  const writable: Address[] = [];
  const readable: Address[] = [];
  for (const { accountKey, writableIndexes, readonlyIndexes } of message.addressTableLookups) {
    const table = tables.find((each) => each.address === accountKey.toBase58());
    const listed = table === undefined ? 'is not on the chain' : readTable(table);
    if (typeof listed === 'string') return refuse('lookup-table', `lookup table ${accountKey.toBase58()} ${listed}`);
    for (const [indexes, found] of [[writableIndexes, writable] as const, [readonlyIndexes, readable] as const]) {
      for (const index of indexes) {
        const at = listed[index];
        if (at === undefined)
          return refuse('lookup-table', `lookup table ${accountKey.toBase58()} has no entry ${index}`);
        found.push(at);
      }
    }
  }
  const keys = [...message.staticAccountKeys.map((key) => address(key.toBase58())), ...writable, ...readable];
  const instructions: Instruction[] = [];
  for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
    // A program is never looked up: it must be written in the message.
    const program = message.staticAccountKeys[programIdIndex] === undefined ? undefined : keys[programIdIndex];
    const accounts = accountKeyIndexes.flatMap((index) => keys[index] ?? []);
    if (program === undefined || accounts.length !== accountKeyIndexes.length)
      return refuse('garbage', 'an instruction names an account that the transaction does not have');
    instructions.push({ program, accounts, data });
  }
  return { ok: true, instructions };
}
