import { type Address, addressOf } from '../../../src/address/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../chain/accounts/programs.ts';

/** An address lookup table's account as it is on chain; the bytes are base64. */
export interface LookupTable {
  readonly address: Address;
  readonly owner: string;
  readonly data: string;
}

/**
 * Layout (`AddressLookupTable` of the lookup table program): type as u32, 1 for a table; the slot of its deactivation
 * as u64, all ones while it is in force; 44 bytes that are not used here; 32 bytes for each address.
 */
const TYPE_TABLE = 1;
const DEACTIVATION_AT = 4;
const IN_FORCE = 2n ** 64n - 1n;
const ADDRESSES_AT = 56;
const ADDRESS_BYTES = 32;
const MAX_ADDRESSES = 256;
/**
 * What is read of an account that an exchange calls a table: one byte more than a table can have. The account may be
 * anyone's, and may have 10 MB.
 */
export const TABLE_SLICE = { offset: 0, length: ADDRESSES_AT + MAX_ADDRESSES * ADDRESS_BYTES + 1 };

/**
 * The addresses of a table. If it cannot be used, the reason, as the end of a sentence. A table's entries never change:
 * its authority may only add at the end, and a closed table cannot be made again at its address.
 */
export function readTable({ owner, data }: LookupTable): readonly Address[] | string {
  if (owner !== LOOKUP_TABLE_PROGRAM) return 'is not an account of the lookup table program';
  const bytes = Buffer.from(data, 'base64');
  const list = bytes.length - ADDRESSES_AT;
  if (list < 0 || list % ADDRESS_BYTES !== 0 || list > MAX_ADDRESSES * ADDRESS_BYTES) return 'has an impossible length';
  if (bytes.readUInt32LE(0) !== TYPE_TABLE) return 'is no lookup table';
  if (bytes.readBigUInt64LE(DEACTIVATION_AT) !== IN_FORCE) return 'is deactivated';
  const addresses: Address[] = [];
  for (let at = ADDRESSES_AT; at < bytes.length; at += ADDRESS_BYTES)
    addresses.push(addressOf(bytes.subarray(at, at + ADDRESS_BYTES)));
  return addresses;
}
