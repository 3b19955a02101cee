import { concatBytes } from '@noble/hashes/utils.js';
import { type Address, addressBytes, addressOf } from '../token/address.ts';
import { type GodUnits, godUnits } from '../token/god.ts';

/** A wallet in the draw: its address and the GOD it held at the lock, summed over its token accounts. */
export interface Entry {
  readonly owner: Address;
  readonly amount: GodUnits;
}

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
