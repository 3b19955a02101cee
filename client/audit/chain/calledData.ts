import { hexToBytes } from '@noble/hashes/utils.js';

/** A program is called with 10,240 bytes at most, which are fewer digits of base58 than this. */
const MOST_DIGITS = 14_000;
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** A double holds every number of this many digits of base58 exactly. */
const AT_ONCE = 8;

/**
 * The data with which a program was called, decoded from base58. `@scure/base` cannot be used, because it reads at most
 * 4,096 digits. Throws for a text that is not base58, or too long.
 */
export function calledData(text: string): Uint8Array {
  if (text.length > MOST_DIGITS || ![...text].every((digit) => DIGITS.includes(digit)))
    throw new Error('the RPC server shows a called instruction that makes no sense');
  let number = 0n;
  for (let at = 0; at < text.length; at += AT_ONCE) {
    const some = [...text.slice(at, at + AT_ONCE)];
    const value = some.reduce((sum, digit) => 58 * sum + DIGITS.indexOf(digit), 0);
    number = number * 58n ** BigInt(some.length) + BigInt(value);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = text.length - text.replace(/^1+/, '').length;
  return hexToBytes('00'.repeat(zeros) + hex.padStart(hex.length + (hex.length % 2), '0'));
}
