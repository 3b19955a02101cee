import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { type Address, addressOf } from '../../src/address/address.ts';

/** Memo programs by age. */
export const MEMO_1 = base58.decode('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');
export const MEMO_3 = base58.decode('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const MEMO_4 = base58.decode('Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH');

export interface TestKey {
  readonly secret: Uint8Array;
  /** The public key. */
  readonly bytes: Uint8Array;
  readonly address: Address;
}

/** A key pair of 32 times the same byte. */
export function keyOf(byte: number): TestKey {
  const secret = new Uint8Array(32).fill(byte);
  const bytes = ed25519.getPublicKey(secret);
  return { secret, bytes, address: addressOf(bytes) };
}

export interface Draft {
  /** Makes it another transaction than every other one. */
  readonly name: string;
  readonly signers: readonly TestKey[];
  readonly memos: readonly (string | Uint8Array)[];
  readonly program?: Uint8Array;
  readonly version?: 'legacy' | 0 | 1;
  /** Accounts it names without their signature. */
  readonly mentions?: readonly Uint8Array[];
}

/** The bytes of a signed transaction in their wire form, written by hand: at most 127 of everything. */
export function encodeTransaction(draft: Draft): { readonly signature: string; readonly bytes: Uint8Array } {
  const { signers, version = 'legacy' } = draft;
  const message = version === 1 ? messageOfVersion1(draft) : messageWithCounts(draft);
  const signatures = signers.map(({ secret }) => ed25519.sign(message, secret));
  const bytes = version === 1 ? joined(message, ...signatures) : joined([signatures.length], ...signatures, message);
  return { signature: base58.encode(signatures[0] ?? new Uint8Array()), bytes };
}

function parts({ name, signers, memos, program = MEMO_3, mentions = [] }: Draft) {
  const keys = [...signers.map(({ bytes }) => bytes), ...mentions, program];
  const header = [signers.length, 0, mentions.length + 1];
  const texts = memos.map((memo) => (typeof memo === 'string' ? new TextEncoder().encode(memo) : memo));
  return { keys, header, texts, blockhash: sha256(new TextEncoder().encode(name)), program: keys.length - 1 };
}

function messageWithCounts(draft: Draft): Uint8Array {
  const { keys, header, texts, blockhash, program } = parts(draft);
  const isVersion0 = draft.version === 0;
  return joined(
    ...(isVersion0 ? [[0x80]] : []),
    ...[header, [keys.length], ...keys, blockhash, [texts.length]],
    ...texts.flatMap((text) => [[program, 1, 0], count(text.length), text]),
    // One lookup table with one writable and two readable accounts.
    ...(isVersion0 ? [[1], new Uint8Array(32).fill(9), [1, 4, 2, 5, 6]] : []),
  );
}

function messageOfVersion1(draft: Draft): Uint8Array {
  const { keys, header, texts, blockhash, program } = parts(draft);
  return joined(
    ...[[0x81], header, [0b111, 0, 0, 0], blockhash, [texts.length, keys.length], ...keys],
    // A priority fee of eight bytes and a compute limit of four.
    ...[new Uint8Array(8).fill(1), [64, 13, 3, 0]],
    ...texts.map((text) => [program, 1, text.length & 0xff, text.length >> 8]),
    ...texts.flatMap((text) => [[0], text]),
  );
}

const count = (value: number) => (value < 128 ? [value] : [(value & 0x7f) | 0x80, value >> 7]);

function joined(...list: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(list.flatMap((bytes) => [...bytes]));
}
