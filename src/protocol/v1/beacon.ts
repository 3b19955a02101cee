import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { BeaconNetwork } from '../terms/beaconNetwork.ts';

/** drand's randomness of a signature: SHA-256 of its bytes, hex. */
export function beaconRandomness(signature: string): string {
  return bytesToHex(sha256(hexToBytes(signature)));
}

/** The newest beacon round published at or before `unix`. Throws a RangeError before the network's genesis. */
export function beaconRoundAt(network: BeaconNetwork, unix: number): number {
  if (unix < network.genesisTime) throw new RangeError(`${unix} is before the beacon's genesis ${network.genesisTime}`);
  return Math.floor((unix - network.genesisTime) / network.periodSeconds) + 1;
}

/** When a beacon round is due, unix seconds. */
export function beaconTime(network: BeaconNetwork, round: number): number {
  return network.genesisTime + (round - 1) * network.periodSeconds;
}

/** How a commitment names its network: the first 16 hex digits of SHA-256 of the public key's bytes. */
export function beaconKeyId(network: BeaconNetwork): string {
  return bytesToHex(sha256(hexToBytes(network.publicKey))).slice(0, 16);
}
