import { ed25519 as slow } from '@noble/curves/ed25519.js';
import { quickPublicKey, quickVerify, remember } from './quickEd25519.ts';

/**
 * What the worker gets in place of its ed25519 library: the same answers by Node's own crypto, each point read only
 * once.
 */
export const ed25519 = {
  getPublicKey: quickPublicKey,
  verify: quickVerify,
  Point: { fromBytes: remember((bytes) => slow.Point.fromBytes(bytes)) },
};
