import { base58 } from '@scure/base';
import * as z from 'zod';
import { type Address, parseAddress } from '../../../src/address/address.ts';

/** What the text of a search can mean. `day`: the unix second with which a UTC day begins. */
export type Sought =
  | { readonly kind: 'round'; readonly round: number }
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'text'; readonly text: string };

const SIGNATURE_BYTES = 64;
const DAY = z.iso.date();

/** What a text means. The number of a round may have `#` or the word `round` before it. */
export function parseSought(typed: string): Sought {
  const text = typed.trim();
  const [, number] = /^(?:round\s*)?#?\s*([1-9]\d{0,11})$/i.exec(text) ?? [];
  if (number !== undefined) return { kind: 'round', round: Number(number) };
  if (DAY.safeParse(text).success) return { kind: 'day', day: Date.parse(`${text}T00:00:00Z`) / 1000 };
  const address = parseAddress(text);
  if (address !== null) return { kind: 'address', address };
  return isSignature(text) ? { kind: 'signature', signature: text } : { kind: 'text', text };
}

function isSignature(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) && base58.decode(text).length === SIGNATURE_BYTES;
}
