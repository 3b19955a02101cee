import { type BeaconNetwork, QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';

/** Whose word it is that a round is drawn by a network other than quicknet. */
export interface TrustedNetwork {
  readonly network: BeaconNetwork;
  /** `pinned`: quicknet, or one that the verifier's user named. `told`: the site says so, and nobody else does. */
  readonly by: 'pinned' | 'told';
}

export const PINNED_QUICKNET: TrustedNetwork = { network: QUICKNET, by: 'pinned' };
