import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { ChainInstruction } from './readTransaction.ts';

export const SYSTEM_PROGRAM = '1'.repeat(32);
const TRANSFER = 2;
const ALLOCATE_WITH_SEED = 9;

export interface SystemTransfer {
  readonly from: string;
  readonly to: string;
  readonly lamports: bigint;
}

/** A transfer of the system program; null for any other instruction. Layout: index u32, lamports u64, little-endian. */
export function parseTransfer({ program, accounts, data }: ChainInstruction): SystemTransfer | null {
  const [from, to, ...others] = accounts;
  if (program !== SYSTEM_PROGRAM || data.length !== 12 || from === undefined || to === undefined || others.length > 0)
    return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return view.getUint32(0, true) === TRANSFER ? { from, to, lamports: view.getBigUint64(4, true) } : null;
}

/** Solana's `createWithSeed` for the system program: SHA-256 of base, seed and program. */
export function addressWithSeed(base: string, seed: string): string {
  const parts = [base58.decode(base), new TextEncoder().encode(seed), base58.decode(SYSTEM_PROGRAM)];
  return base58.encode(sha256(concatBytes(...parts)));
}

/**
 * The bytes of `AllocateWithSeed` for one byte of the system program: index u32, base, seed (u64 length, text), space
 * u64, owner.
 */
export function allocateWithSeedData(base: string, seed: string): Uint8Array {
  const text = new TextEncoder().encode(seed);
  const [index, length, space] = [new Uint8Array(4), new Uint8Array(8), new Uint8Array(8)];
  index[0] = ALLOCATE_WITH_SEED;
  length[0] = text.length;
  space[0] = 1;
  return concatBytes(index, base58.decode(base), length, text, space, base58.decode(SYSTEM_PROGRAM));
}
