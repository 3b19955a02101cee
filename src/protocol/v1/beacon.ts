import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { BeaconNetwork } from '../terms/beaconNetwork.ts';
import { u64be } from './entry.ts';

/** Domain separation tag of drand's RFC 9380 scheme. Source: drand-client `beacon-verification.ts`. */
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/**
 * True when `signature` (G1, 48 bytes compressed, hex) is the network's BLS signature over `round`. Malformed input
 * is false, not an error: it comes from relays. About 60 ms of CPU.
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

/** drand's randomness of a signature: SHA-256 of its bytes, hex. */
export function beaconRandomness(signature: string): string {
  return bytesToHex(sha256(hexToBytes(signature)));
}

/** The newest beacon round published at or before `unix`. Throws a RangeError before the network's genesis. */
export function beaconRoundAt(network: BeaconNetwork, unix: number): number {
  if (unix < network.genesisTime) throw new RangeError(`${unix} is before the beacon's genesis ${network.genesisTime}`);
  return Math.floor((unix - network.genesisTime) / network.periodSeconds) + 1;
}

/** When a beacon round is due. */
export function beaconTime(network: BeaconNetwork, round: number): number {
  return network.genesisTime + (round - 1) * network.periodSeconds;
}

/** How a commitment names its network: the first 16 hex digits of SHA-256 of the public key's bytes. */
export function beaconKeyId(network: BeaconNetwork): string {
  return bytesToHex(sha256(hexToBytes(network.publicKey))).slice(0, 16);
}
