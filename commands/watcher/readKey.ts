import { readFileSync } from 'node:fs';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';

/**
 * Reads a secret key of 64 bytes from a file, as a JSON list of numbers or as base58. Throws an Error with a sentence
 * that never repeats what is in the file.
 */
export function readKey(file: string): Keypair {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`${file} cannot be read`);
  }
  try {
    const bytes = text.startsWith('[') ? Uint8Array.from(JSON.parse(text) as number[]) : base58.decode(text);
    return Keypair.fromSecretKey(bytes);
  } catch {
    throw new Error(`${file} holds no secret key: 64 bytes as a JSON list or as base58 are wanted`);
  }
}
