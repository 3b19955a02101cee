import { type BeaconNetwork, QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';

/** The beacon network of a round, and who says that it is this one. */
export interface TrustedNetwork {
  readonly network: BeaconNetwork;
  /** `pinned`: quicknet, or one that the verifier's user named. `told`: the site says so, and nobody else does. */
  readonly by: 'pinned' | 'told';
}

export const PINNED_QUICKNET: TrustedNetwork = { network: QUICKNET, by: 'pinned' };
