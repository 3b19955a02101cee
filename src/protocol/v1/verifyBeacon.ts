import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { BeaconNetwork } from '../terms/beaconNetwork.ts';
import { u64be } from './entry.ts';

/** Domain separation tag of drand's RFC 9380 scheme. Source: drand-client `beacon-verification.ts`. */
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/**
 * Whether `signature` (G1, 48 bytes compressed, hex) is the network's BLS signature over `round`. False also for
 * malformed input, since it comes from relays. About 60 ms of CPU.
 */
export function verifyBeacon(network: BeaconNetwork, round: number, signature: string): boolean {
  if (!/^[0-9a-f]{96}$/.test(signature) || !Number.isSafeInteger(round) || round < 1) return false;
  try {
    const bls = bls12_381.shortSignatures;
    const message = bls.hash(sha256(u64be(BigInt(round))), DST);
    return bls.verify(hexToBytes(signature), message, hexToBytes(network.publicKey));
  } catch {
    return false; // not a point of the curve or of its subgroup
  }
}
