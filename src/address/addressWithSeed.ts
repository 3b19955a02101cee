import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Address, addressBytes, addressOf } from './address.ts';

const SYSTEM_PROGRAM_BYTES = new Uint8Array(32);

/**
 * The address that Solana derives from a base and a seed for the system program: SHA-256(base ‖ seed ‖ 32 zero bytes).
 * Only the base's key can allocate an account there.
 */
export function addressWithSeed(base: Address, seed: string): Address {
  return addressOf(sha256(concatBytes(addressBytes(base), utf8ToBytes(seed), SYSTEM_PROGRAM_BYTES)));
}
