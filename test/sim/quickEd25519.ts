import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createRequire } from 'node:module';

/** The bytes before the 32 bytes of an ed25519 key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

interface Ed25519 {
  readonly ExtendedPoint: { fromHex(bytes: Uint8Array): unknown };
  sign(message: Uint8Array, seed: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean;
  getPublicKey(seed: Uint8Array): Uint8Array;
}

/**
 * web3.js and the worker sign and verify with libraries in plain JavaScript: 2 ms each, and a third of a world's time.
 * Every library makes the same ed25519 signature (RFC 8032), so here Node's own crypto makes them.
 */
export function installQuickEd25519(): void {
  const loadFor = createRequire(createRequire(import.meta.url).resolve('@solana/web3.js'));
  const { ed25519 } = loadFor('@noble/curves/ed25519') as { ed25519: Ed25519 };
  ed25519.sign = quickSign;
  ed25519.getPublicKey = quickPublicKey;
  ed25519.verify = quickVerify;
  const readPoint = ed25519.ExtendedPoint.fromHex.bind(ed25519.ExtendedPoint);
  // The caller only asks whether there is such a point.
  ed25519.ExtendedPoint.fromHex = remember((bytes: Uint8Array) => readPoint(bytes));
}

const MOST_KEPT = 10_000;
/**
 * Bytes as a text, for use as a key of a map. (Keeping a small Buffer would keep the whole pool that it is a part of.)
 */
export const nameOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

export function keep<T>(known: Map<string, T>, name: string, value: T): T {
  if (known.size >= MOST_KEPT) known.clear();
  known.set(name, value);
  return value;
}

/** Reads the same bytes only once; an error that they caused is thrown again. */
export function remember(read: (bytes: Uint8Array) => unknown): (bytes: Uint8Array) => unknown {
  const known = new Map<string, { readonly value: unknown } | { readonly error: unknown }>();
  return (bytes) => {
    const name = nameOf(bytes);
    let found = known.get(name);
    if (found === undefined) {
      try {
        found = { value: read(bytes) };
      } catch (error) {
        found = { error };
      }
      keep(known, name, found);
    }
    if ('error' in found) throw found.error;
    return found.value;
  };
}

/** Key and message by signature. A signature that was made here needs no check on the curve. */
const made = new Map<string, string>();
const madeOf = (message: Uint8Array, key: Uint8Array) => `${nameOf(key)}${nameOf(message)}`;

export function quickSign(message: Uint8Array, seed: Uint8Array): Uint8Array {
  const signature = new Uint8Array(sign(null, message, privateKey(seed)));
  keep(made, nameOf(signature), madeOf(message, quickPublicKey(seed)));
  return signature;
}

const privateKeys = new Map<string, ReturnType<typeof createPrivateKey>>();
const publicKeys = new Map<string, ReturnType<typeof createPublicKey>>();

function privateKey(seed: Uint8Array): ReturnType<typeof createPrivateKey> {
  const name = nameOf(seed);
  const known = privateKeys.get(name);
  const key = known ?? createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' });
  if (known === undefined) privateKeys.set(name, key);
  return key;
}

const exported = new Map<string, Uint8Array>();
export function quickPublicKey(seed: Uint8Array): Uint8Array {
  const name = nameOf(seed);
  const known =
    exported.get(name) ??
    new Uint8Array(createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(-32));
  exported.set(name, known);
  return known.slice();
}

/** Throws for a key that is no point of the curve. */
export function quickVerify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  if (made.get(nameOf(signature)) === madeOf(message, key)) return true;
  return verify(null, message, publicKeyOf(key, publicKeys), signature);
}

/** The key of 32 bytes; throws for what is no point of the curve. */
export function publicKeyOf(
  bytes: Uint8Array,
  known: Map<string, ReturnType<typeof createPublicKey>>,
): ReturnType<typeof createPublicKey> {
  const name = nameOf(bytes);
  const found = known.get(name);
  if (found !== undefined) return found;
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, bytes]), format: 'der', type: 'spki' });
  return keep(known, name, key);
}
