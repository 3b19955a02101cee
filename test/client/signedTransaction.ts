import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';

const seedOf = (label: string) => sha256(utf8ToBytes(label));

/** The address of a key that signs in a test. */
export function keyOf(label: string): string {
  return base58.encode(ed25519.getPublicKey(seedOf(label)));
}

interface Unsigned {
  /** Whose key signs, and pays. */
  readonly by: string;
  /** Other accounts that it names; the last one is the program of its one instruction. */
  readonly names: readonly string[];
  readonly text?: string;
  /** Two that are the same but for this have two signatures. */
  readonly salt?: string;
}

/** A legacy transaction of one instruction, really signed: base64 and base58. */
export function signedTransaction({ by, names, text = '', salt = '' }: Unsigned) {
  const keys = [keyOf(by), ...names];
  const data = utf8ToBytes(text);
  const length = data.length < 128 ? [data.length] : [(data.length & 127) | 128, data.length >> 7];
  const message = concatBytes(
    Uint8Array.of(1, 0, 0, keys.length),
    ...keys.map((key) => base58.decode(key)),
    seedOf(salt),
    Uint8Array.of(1, keys.length - 1, 1, 0, ...length),
    data,
  );
  const signature = ed25519.sign(message, seedOf(by));
  const bytes = base64.encode(concatBytes(Uint8Array.of(1), signature, message));
  return { bytes, signature: base58.encode(signature) };
}
