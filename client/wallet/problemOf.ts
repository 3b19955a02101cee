import { looksLikeAddress } from '../../src/address/addressIn.ts';

/**
 * Why a text cannot be a Solana address, or null. The server checks more: 44 of these characters may still be more than
 * 32 bytes.
 */
export function problemOf(text: string): string | null {
  return looksLikeAddress(text) ? null : 'A wallet address has 32 to 44 letters and digits, none of them 0, O, I or l.';
}

/** The server's sentence about a field, without the field's name, from `limit: must be …` or `address: That is …`. */
export function refusalText(error: string): string {
  return error.endsWith('.') ? error.replace(/^\w+: /, '') : `The ${error.replace(': ', ' ')}.`;
}
