import type { BeaconNetwork } from './terms/beaconNetwork.ts';
import { verifyBeacon as verifyBeaconV1 } from './v1/verifyBeacon.ts';

/** Whether the network signed this drand round. All versions of the rules so far use the same signature scheme. */
export function verifyBeacon(network: BeaconNetwork, round: number, signature: string): boolean {
  return verifyBeaconV1(network, round, signature);
}
