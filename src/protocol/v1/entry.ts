import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { type Address, addressBytes, addressOf } from '../../address/address.ts';
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

/** Merkle root of owners in draw order, hex. A leaf is an owner's 32 bytes. */
export function ownersRoot(owners: readonly Address[]): string {
  return bytesToHex(merkleRoot(owners.map(addressBytes)));
}

const OWNER_BYTES = 32;
/** A row of a stored list: an owner's 32 bytes, and the amount as u64 big-endian. */
export const ROW_BYTES = 40;

/** Entries in draw order as a stored list. */
export function joinList(entries: readonly Entry[]): Uint8Array {
  return concatBytes(...entries.flatMap(({ owner, amount }) => [addressBytes(owner), u64be(amount)]));
}

/** Reads entries back from a stored list. Throws a RangeError when the length is no multiple of 40. */
export function entriesFromList(list: Uint8Array): Entry[] {
  if (list.length % ROW_BYTES !== 0) throw new RangeError(`${list.length} bytes are not whole entries`);
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  return Array.from({ length: list.length / ROW_BYTES }, (_, i) => ({
    owner: addressOf(list.subarray(i * ROW_BYTES, i * ROW_BYTES + OWNER_BYTES)),
    amount: godUnits(view.getBigUint64(i * ROW_BYTES + OWNER_BYTES)),
  }));
}

/** Merkle root of a stored list's owners, hex. */
export function listRoot(list: Uint8Array): string {
  const owners = Array.from({ length: list.length / ROW_BYTES }, (_, i) =>
    list.subarray(i * ROW_BYTES, i * ROW_BYTES + OWNER_BYTES),
  );
  return bytesToHex(merkleRoot(owners));
}
