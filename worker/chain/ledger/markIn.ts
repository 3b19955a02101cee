import { base58, base64 } from '@scure/base';
import type { Address } from '../../../src/address/address.ts';
import { markOf, readForm } from '../../../src/marks/readForm.ts';
import { parseWire } from './wireTransaction.ts';

/** Where the seed is in an `AllocateWithSeed`: index, base and length come before it, space and owner behind it. */
const SEED = { from: 44, behind: 40 } as const;
/** The index of the allocation among the transaction's instructions: docs/protocol.md, section 6. */
const ALLOCATION = 3;

/**
 * The mark that a signed transaction makes, from its own bytes (base64); null when it makes none, or when the bytes are
 * not those of `signature`.
 */
export function markIn({ bytes, signature }: { readonly bytes: string; readonly signature: string }): Address | null {
  const wire = parseWire(decoded(bytes));
  const [name] = wire?.signatures ?? [];
  const [base] = wire?.signers ?? [];
  const data = wire?.instructions[ALLOCATION]?.data;
  if (!wire || !name || !base || !data || base58.encode(name) !== signature) return null;
  const seed = String.fromCharCode(...data.subarray(SEED.from, -SEED.behind));
  return seed !== '' && readForm(wire, { base, seed }).kind === 'form' ? markOf({ base, seed }) : null;
}

function decoded(bytes: string): Uint8Array {
  try {
    return base64.decode(bytes);
  } catch {
    return new Uint8Array();
  }
}
