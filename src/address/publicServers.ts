/** Public servers, used where no other server is named. */
export const MAINNET_RPC_URL = 'https://api.mainnet-beta.solana.com';
export const EXPLORER_URL = 'https://explorer.solana.com';
