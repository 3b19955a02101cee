import type { BeaconNetwork } from '../../../src/protocol/terms/beaconNetwork.ts';

/**
 * Whether a beacon network signed a round. The code of the pairing is large, so it is loaded at its first use, or
 * before by `loadPairing`. Rejects when this code cannot be loaded.
 */
export async function isSignedBy(network: BeaconNetwork, round: number, signature: string): Promise<boolean> {
  const { verifyBeacon } = await loadPairing();
  return verifyBeacon(network, round, signature);
}

/** Loads the code of the pairing. A caller may do this early, while other things are still read. */
export const loadPairing = () => import('../../../src/protocol/verifyBeacon.ts');
