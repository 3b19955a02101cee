import { address } from '../../src/address/address.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import { rememberedLottery } from './lotteryStored.ts';
import { readOwnNetwork } from './ownNetwork.ts';
import { readOwnServer } from './ownServer.ts';
import type { TrustedNetwork } from './TrustedNetwork.ts';
import type { VerifySettings } from './thread.ts';

/** What a page tells its verifier, with the server and the beacon network that the visitor named when there are any. */
export function verifySettings(config: PublicConfig): VerifySettings {
  const { explorerUrl, cluster, publicRpcUrl, mint, drand } = config;
  return {
    rpcUrl: readOwnServer() ?? publicRpcUrl,
    lottery: { mint: address(mint), pinned: rememberedLottery(mint) },
    network: readOwnNetwork() ?? networkOf(drand),
    relays: drand.urls,
    explorer: { explorerUrl, cluster, rpcUrl: publicRpcUrl },
  };
}

/** Quicknet by this page's own figures; for any other network there is only the site's word. */
function networkOf({ publicKey, genesisTime, period, network }: PublicConfig['drand']): TrustedNetwork {
  if (publicKey === QUICKNET.publicKey) return { network: QUICKNET, by: 'pinned' };
  return { network: { name: network, publicKey, genesisTime, periodSeconds: period }, by: 'told' };
}
