import type { PublicConfig } from '../../src/contract/config.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { TrustedNetwork } from './RoundFacts.ts';
import type { VerifySettings } from './thread.ts';

/** What a page tells its verifier, with the visitor's own server when there is one. */
export function verifySettings(config: PublicConfig, ownRpcUrl: string | null): VerifySettings {
  const { explorerUrl, cluster, publicRpcUrl, poolWallet, roundSeconds, drand } = config;
  return {
    rpcUrl: ownRpcUrl ?? publicRpcUrl,
    poolWallet,
    roundSeconds,
    network: networkOf(drand),
    relays: drand.urls,
    explorer: { explorerUrl, cluster, rpcUrl: publicRpcUrl },
  };
}

/** Quicknet by this page's own figures; for any other network there is only the site's word. */
function networkOf({ publicKey, genesisTime, period, network }: PublicConfig['drand']): TrustedNetwork {
  if (publicKey === QUICKNET.publicKey) return { network: QUICKNET, by: 'pinned' };
  return { network: { name: network, publicKey, genesisTime, periodSeconds: period }, by: 'told' };
}
