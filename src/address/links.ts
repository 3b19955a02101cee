/** The explorer that a page's links lead to, and the cluster. Links name the cluster unless it is mainnet. */
export interface ExplorerSettings {
  readonly explorerUrl: string;
  /** "mainnet-beta", "devnet", "testnet", or "custom" with `rpcUrl`. */
  readonly cluster: string;
  readonly rpcUrl: string;
}

/** Where a person looks at a transaction, named by its signature in base58. */
export function transactionLink(settings: ExplorerSettings, signature: string): string {
  return `${settings.explorerUrl}/tx/${signature}${clusterQuery(settings)}`;
}

/** Where a person looks at an account. */
export function addressLink(settings: ExplorerSettings, address: string): string {
  return `${settings.explorerUrl}/address/${address}${clusterQuery(settings)}`;
}

/** Query of explorer.solana.com and solscan.io; mainnet needs none. */
function clusterQuery(settings: ExplorerSettings): string {
  if (settings.cluster === 'mainnet-beta') return '';
  if (settings.cluster === 'custom') return `?cluster=custom&customUrl=${encodeURIComponent(settings.rpcUrl)}`;
  return `?cluster=${settings.cluster}`;
}

/** Public servers, used where no other server is named. */
export const MAINNET_RPC_URL = 'https://api.mainnet-beta.solana.com';
export const EXPLORER_URL = 'https://explorer.solana.com';
