import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { VersionedMessage } from '@solana/web3.js';
import { quickVerify } from '../quickEd25519.ts';
import { bytesOf } from './accounts.ts';

export interface WireInstruction {
  readonly program: string;
  readonly keys: readonly string[];
  readonly data: Buffer;
}
/** A transaction parsed from its bytes; its signatures have been checked. */
export interface WireTransaction {
  readonly bytes: string;
  readonly signature: string;
  readonly blockhash: string;
  readonly keys: readonly string[];
  readonly signers: readonly string[];
  readonly instructions: readonly WireInstruction[];
  readonly areSignaturesGood: boolean;
}

const SIGNATURE_BYTES = 64;
const parsed = new Map<string, WireTransaction>();

/**
 * Parses a transaction (base64) without lookup tables. When the bytes are not a transaction, web3.js's error is thrown.
 */
export function parseWire(bytes: string): WireTransaction {
  const known = parsed.get(bytes);
  if (known !== undefined) return known;
  const raw = Buffer.from(bytes, 'base64');
  const count = raw[0] ?? 0;
  const signatures = Array.from({ length: count }, (_, i) =>
    raw.subarray(1 + i * SIGNATURE_BYTES, 1 + (i + 1) * SIGNATURE_BYTES),
  );
  const body = raw.subarray(1 + count * SIGNATURE_BYTES);
  const message = VersionedMessage.deserialize(Uint8Array.from(body));
  const keys = message.staticAccountKeys.map((key) => key.toBase58());
  const signers = keys.slice(0, message.header.numRequiredSignatures);
  const made: WireTransaction = {
    bytes,
    signature: base58.encode(Uint8Array.from(signatures[0] ?? [])),
    blockhash: message.recentBlockhash,
    keys,
    signers,
    instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      program: keys[programIdIndex] ?? '',
      keys: [...accountKeyIndexes].map((index) => keys[index] ?? ''),
      data: Buffer.from(data),
    })),
    areSignaturesGood:
      signatures.length === signers.length &&
      signatures.every((signature, i) => isSigned(signers[i] ?? '', signature, body)),
  };
  if (parsed.size > 500) parsed.clear();
  parsed.set(bytes, made);
  return made;
}

function isSigned(signer: string, signature: Uint8Array, message: Uint8Array): boolean {
  return quickVerify(signature, message, bytesOf(signer));
}

/** The address of a base, a seed and the system program. Source: `Pubkey::create_with_seed` of Solana. */
export const seededAddress = (base: string, seed: string): string =>
  base58.encode(
    Uint8Array.from(createHash('sha256').update(bytesOf(base)).update(seed).update(new Uint8Array(32)).digest()),
  );
