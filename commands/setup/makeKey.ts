import { createHash, randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

/** A new wallet's secret key, as `solana-keygen` writes it: 64 numbers, the seed followed by the public key. */
export function makeWalletKey(): string {
  const seed = randomBytes(32);
  return JSON.stringify([...seed, ...ed25519.getPublicKey(seed)]);
}

/** A new key for an administrator. */
export function makeAdminKey(): string {
  return randomBytes(32).toString('base64url');
}

/** The digest by which the worker knows an administrator's key: SHA-256 in hex. */
export function digestOf(adminKey: string): string {
  return createHash('sha256').update(adminKey).digest('hex');
}
