import { base58 } from '@scure/base';

/** A Solana address: base58 of exactly 32 bytes, 32 to 44 characters without 0, O, I and l. */
export type Address = string & { readonly __kind: 'address' };

/** Reads an address that came from outside; null when it is not base58 of 32 bytes. */
export function parseAddress(text: string): Address | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null;
  const bytes = base58.decode(text);
  return bytes.length === 32 ? (text as Address) : null;
}

/** As `parseAddress`, for texts that must be addresses: throws a RangeError for any other. */
export function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === null) throw new RangeError(`"${text}" is not a Solana address`);
  return parsed;
}

export function addressBytes(of: Address): Uint8Array {
  return base58.decode(of);
}

export function addressOf(bytes: Uint8Array): Address {
  if (bytes.length !== 32) throw new RangeError(`an address has 32 bytes, not ${bytes.length}`);
  return base58.encode(bytes) as Address;
}
