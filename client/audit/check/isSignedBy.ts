import type { BeaconNetwork } from '../../../src/protocol/terms/beaconNetwork.ts';

/**
 * Whether a beacon network signed a round. The pairing is a third of the verifier's code, and nothing else needs it, so
 * a page loads that code only when there is a signature. Rejects when the code cannot be loaded.
 */
export async function isSignedBy(network: BeaconNetwork, round: number, signature: string): Promise<boolean> {
  const { verifyBeacon } = await loadPairing();
  return verifyBeacon(network, round, signature);
}

/** Loads the pairing. A caller that will need it may call this early, while it still reads other things. */
export const loadPairing = () => import('../../../src/protocol/verifyBeacon.ts');
