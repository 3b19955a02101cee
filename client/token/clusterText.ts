/** A cluster's name for visitors. */
export function clusterText(cluster: string): string {
  if (cluster === 'mainnet-beta') return 'Solana mainnet';
  return cluster === 'custom' ? 'Solana test chain' : `Solana ${cluster}`;
}
