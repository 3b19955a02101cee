import { ed25519 as slow } from '@noble/curves/ed25519.js';
import { quickPublicKey, quickVerify, remember } from './quickEd25519.ts';

/** What the worker is given for its library of the curve: the same answers, by the platform's own and each point once. */
export const ed25519 = {
  getPublicKey: quickPublicKey,
  verify: quickVerify,
  Point: { fromBytes: remember((bytes) => slow.Point.fromBytes(bytes)) },
};
