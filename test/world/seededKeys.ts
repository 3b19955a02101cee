import { createHash } from 'node:crypto';
import { Keypair } from '@solana/web3.js';

/** 32 bytes that depend only on the world's seed and a label. */
export function seededBytes(worldSeed: string, label: string): Uint8Array {
  return createHash('sha256').update(`game-of-draws world\n${worldSeed}\n${label}`).digest();
}

/** The wallet of a label in the world of a seed. It depends on nothing else, so that a world can be repeated. */
export type SeededKeys = (label: string) => Keypair;

/** Wallets of one world: their Ed25519 seed is `seededBytes`. About 0.2 ms each. */
export function seededKeys(worldSeed: string): SeededKeys {
  return (label) => Keypair.fromSeed(seededBytes(worldSeed, label));
}
