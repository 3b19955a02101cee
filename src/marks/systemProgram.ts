import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { PlainInstruction } from './instruction.ts';

export const SYSTEM_PROGRAM = '1'.repeat(32);
const TRANSFER = 2;
/** The two instructions that allocate an account at an address with a seed. */
export const CREATE_WITH_SEED = 3;
export const ALLOCATE_WITH_SEED = 9;

export interface SystemTransfer {
  readonly from: string;
  readonly to: string;
  readonly lamports: bigint;
}

/** A transfer of the system program; null for any other instruction. Layout: index u32, lamports u64, little-endian. */
export function parseTransfer({ program, accounts, data }: PlainInstruction): SystemTransfer | null {
  const [from, to, ...others] = accounts;
  if (program !== SYSTEM_PROGRAM || data.length !== 12 || from === undefined || to === undefined || others.length > 0)
    return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return view.getUint32(0, true) === TRANSFER ? { from, to, lamports: view.getBigUint64(4, true) } : null;
}

/**
 * The data of an `AllocateWithSeed` instruction for an account of one byte whose owner is the system program: index
 * u32, base, seed (u64 length, text), space u64, owner.
 */
export function allocateWithSeedData(base: string, seed: string): Uint8Array {
  const text = utf8ToBytes(seed);
  const [index, length, space] = [new Uint8Array(4), new Uint8Array(8), new Uint8Array(8)];
  index[0] = ALLOCATE_WITH_SEED;
  length[0] = text.length;
  space[0] = 1;
  return concatBytes(index, base58.decode(base), length, text, space, base58.decode(SYSTEM_PROGRAM));
}

/** The data of a system transfer: index u32, lamports u64, little-endian. */
export function transferData(lamports: bigint): Uint8Array {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, TRANSFER, true);
  view.setBigUint64(4, lamports, true);
  return data;
}
