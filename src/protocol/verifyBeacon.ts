import type { BeaconNetwork } from './terms/beaconNetwork.ts';
import { verifyBeacon as verifyBeaconV1 } from './v1/verifyBeacon.ts';

/** Whether a network signed a round, by the scheme of every version so far. */
export function verifyBeacon(network: BeaconNetwork, round: number, signature: string): boolean {
  return verifyBeaconV1(network, round, signature);
}
