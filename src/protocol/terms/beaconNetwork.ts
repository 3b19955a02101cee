/** A drand network with scheme `bls-unchained-g1-rfc9380`. Times are unix seconds. */
export interface BeaconNetwork {
  readonly name: string;
  /** G2 point, 96 bytes compressed, hex. */
  readonly publicKey: string;
  readonly genesisTime: number;
  readonly periodSeconds: number;
}

/** drand's quicknet, pinned. Source: drand-client `lib/defaults.ts`. */
export const QUICKNET: BeaconNetwork = {
  name: 'quicknet',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisTime: 1692803367,
  periodSeconds: 3,
};
export const QUICKNET_CHAIN_HASH = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';

/** Relays of quicknet that answer browsers: drand's own, and Cloudflare's. */
export const QUICKNET_RELAYS: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
].map((host) => `${host}/${QUICKNET_CHAIN_HASH}`);
