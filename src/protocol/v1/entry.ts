import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { addressBytes, addressOf } from '../../address/address.ts';
import { godUnits } from '../../money/god.ts';
import type { Entry } from '../terms/entries.ts';
import { merkleRoot } from './merkleRoot.ts';

/** An unsigned 64-bit integer, big-endian. Throws a RangeError outside u64. */
export function u64be(value: bigint): Uint8Array {
  if (value < 0n || value >= 2n ** 64n) throw new RangeError(`${value} does not fit u64`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

/** The Merkle leaf of an entry: owner (32 bytes) ‖ amount as u64 big-endian. */
export function entryLeaf(entry: Entry): Uint8Array {
  return concatBytes(addressBytes(entry.owner), u64be(entry.amount));
}

/** Length of a leaf in bytes; leaves joined end to end are how a round's entries are stored. */
export const LEAF_BYTES = 40;

/** Reads entries back from their joined leaves. Throws a RangeError when the length is no multiple of 40. */
export function entriesFromLeaves(leaves: Uint8Array): Entry[] {
  if (leaves.length % LEAF_BYTES !== 0) throw new RangeError(`${leaves.length} bytes are not whole entries`);
  const view = new DataView(leaves.buffer, leaves.byteOffset, leaves.byteLength);
  return Array.from({ length: leaves.length / LEAF_BYTES }, (_, i) => ({
    owner: addressOf(leaves.subarray(i * LEAF_BYTES, i * LEAF_BYTES + 32)),
    amount: godUnits(view.getBigUint64(i * LEAF_BYTES + 32)),
  }));
}

/** Entries in draw order as joined leaves. */
export function joinLeaves(entries: readonly Entry[]): Uint8Array {
  return concatBytes(...entries.map(entryLeaf));
}

/** Merkle root of entries in draw order, hex. */
export function entriesRoot(entries: readonly Entry[]): string {
  return bytesToHex(merkleRoot(entries.map(entryLeaf)));
}

/** Merkle root of entries stored as joined leaves, hex. */
export function leavesRoot(leaves: Uint8Array): string {
  const each = Array.from({ length: leaves.length / LEAF_BYTES }, (_, i) =>
    leaves.subarray(i * LEAF_BYTES, (i + 1) * LEAF_BYTES),
  );
  return bytesToHex(merkleRoot(each));
}
