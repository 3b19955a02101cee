/** The hash of each cluster's first block, as Solana's documentation of the clusters has it. */
export const GENESIS_HASHES: Readonly<Record<string, string>> = {
  'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
};

export function clusterOfHash(hash: string): string {
  return Object.entries(GENESIS_HASHES).find(([, one]) => one === hash)?.[0] ?? 'another chain';
}
