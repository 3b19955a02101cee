import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createRequire } from 'node:module';

/** PKCS #8 and SubjectPublicKeyInfo of an ed25519 key, up to its 32 bytes (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

interface Ed25519 {
  sign(message: Uint8Array, seed: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean;
  getPublicKey(seed: Uint8Array): Uint8Array;
}

/**
 * web3.js and the worker sign and check with libraries of plain JavaScript, 2 ms each and a third of a world's time.
 * Signatures of ed25519 are the same whoever makes them (RFC 8032): here the platform's own library makes them.
 */
export function installQuickEd25519(): void {
  const loadFor = createRequire(createRequire(import.meta.url).resolve('@solana/web3.js'));
  const { ed25519 } = loadFor('@noble/curves/ed25519') as { ed25519: Ed25519 };
  ed25519.sign = (message, seed) => new Uint8Array(sign(null, message, privateKey(seed)));
  ed25519.getPublicKey = quickPublicKey;
  ed25519.verify = quickVerify;
}

const privateKeys = new Map<string, ReturnType<typeof createPrivateKey>>();
const publicKeys = new Map<string, ReturnType<typeof createPublicKey>>();

function privateKey(seed: Uint8Array): ReturnType<typeof createPrivateKey> {
  const name = Buffer.from(seed).toString('hex');
  const known = privateKeys.get(name);
  const key = known ?? createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' });
  if (known === undefined) privateKeys.set(name, key);
  return key;
}

const exported = new Map<string, Uint8Array>();
export function quickPublicKey(seed: Uint8Array): Uint8Array {
  const name = Buffer.from(seed).toString('hex');
  const known =
    exported.get(name) ??
    new Uint8Array(createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(-32));
  exported.set(name, known);
  return known.slice();
}

/** Throws for a key that is no point of the curve. */
export function quickVerify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  return verify(null, message, publicKeyOf(key, publicKeys), signature);
}

const MOST_KEYS = 10_000;

/** The key of 32 bytes; throws for what is no point of the curve. */
export function publicKeyOf(
  bytes: Uint8Array,
  known: Map<string, ReturnType<typeof createPublicKey>>,
): ReturnType<typeof createPublicKey> {
  const name = Buffer.from(bytes).toString('hex');
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, bytes]), format: 'der', type: 'spki' });
  if (known.size > MOST_KEYS) known.clear();
  known.set(name, made);
  return made;
}
