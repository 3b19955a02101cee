import { base58 } from '@scure/base';
import type { PublicKey, TransactionInstruction } from '@solana/web3.js';

export interface Version1Message {
  readonly payer: PublicKey;
  readonly blockhash: string;
  readonly instructions: readonly TransactionInstruction[];
  /** Micro-lamports for the whole transaction; left out when it is not given. */
  readonly priorityFee?: bigint;
}

const VERSION_1 = 0x81;
/** A priority fee sets the two lowest bits of the config mask. */
const PRIORITY_FEE_MASK = 0b11;
const MASK_BYTES = 4;
const INSTRUCTION_HEAD_BYTES = 4;

/**
 * The bytes of a message of version 1 (SIMD-0385). They are what is signed; the signatures come after them. Made by
 * hand, because the library reads this version but does not write it.
 */
export function version1Message({ payer, blockhash, instructions, priorityFee }: Version1Message): Uint8Array {
  const accounts = accountsOf(payer, instructions);
  const indexOf = (key: PublicKey): number => accounts.findIndex((account) => account.key === key.toBase58());
  const mask = Buffer.alloc(MASK_BYTES);
  mask.writeUInt32LE(priorityFee === undefined ? 0 : PRIORITY_FEE_MASK);
  const config = Buffer.alloc(priorityFee === undefined ? 0 : 8);
  if (priorityFee !== undefined) config.writeBigUInt64LE(priorityFee);
  const heads = instructions.map(({ programId, keys, data }) => {
    const head = Buffer.alloc(INSTRUCTION_HEAD_BYTES);
    head.writeUInt8(indexOf(programId), 0);
    head.writeUInt8(keys.length, 1);
    head.writeUInt16LE(data.length, 2);
    return head;
  });
  const bodies = instructions.flatMap(({ keys, data }) => [
    Buffer.from(keys.map(({ pubkey }) => indexOf(pubkey))),
    data,
  ]);
  return Buffer.concat([
    Buffer.of(
      VERSION_1,
      accounts.filter(({ signs }) => signs).length,
      accounts.filter(({ signs, writes }) => signs && !writes).length,
      accounts.filter(({ signs, writes }) => !signs && !writes).length,
    ),
    mask,
    base58.decode(blockhash),
    Buffer.of(instructions.length, accounts.length),
    ...accounts.map(({ key }) => base58.decode(key)),
    config,
    ...heads,
    ...bodies,
  ]);
}

interface Account {
  readonly key: string;
  readonly signs: boolean;
  readonly writes: boolean;
}

/**
 * In the order of the header: the payer, then the other signers, then the rest. In both groups writable accounts come
 * first.
 */
function accountsOf(payer: PublicKey, instructions: readonly TransactionInstruction[]): Account[] {
  const accounts = new Map<string, Account>();
  const add = (key: string, signs: boolean, writes: boolean): void => {
    const before = accounts.get(key);
    accounts.set(key, { key, signs: signs || before?.signs === true, writes: writes || before?.writes === true });
  };
  add(payer.toBase58(), true, true);
  for (const { keys, programId } of instructions) {
    for (const { pubkey, isSigner, isWritable } of keys) add(pubkey.toBase58(), isSigner, isWritable);
    add(programId.toBase58(), false, false);
  }
  const rank = ({ signs, writes }: Account): number => (signs ? 0 : 2) + (writes ? 0 : 1);
  return [...accounts.values()].sort((a, b) => rank(a) - rank(b));
}
