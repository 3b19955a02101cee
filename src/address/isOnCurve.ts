import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, addressBytes } from './address.ts';

/** Whether a private key can belong to an address: off the curve are the accounts of programs, such as vaults. */
export function isOnCurve(of: Address): boolean {
  try {
    ed25519.Point.fromBytes(addressBytes(of));
    return true;
  } catch {
    return false;
  }
}
