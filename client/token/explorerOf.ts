import type { ExplorerSettings } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';

/** The explorer's settings in the public configuration. */
export function explorerOf({ explorerUrl, cluster, publicRpcUrl }: PublicConfig): ExplorerSettings {
  return { explorerUrl, cluster, rpcUrl: publicRpcUrl };
}
