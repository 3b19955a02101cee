import { base58, base64 } from '@scure/base';
import type { AskChain } from './askChain.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/**
 * A mint's own bytes are padded to the length of a token account. Then comes the kind of the account, then its
 * extensions.
 */
const KIND_AT = 165;
const MINT = 1;
const TRANSFER_FEE_CONFIG = 1;
const KEY_BYTES = 32;
const NO_SENSE = 'the RPC server shows no mint of Token-2022 with a transfer fee';

/**
 * The authority that may withdraw a mint's withheld fees, in a finalized answer; null when there is none any more.
 * Source: spl-token-2022 `TransferFeeConfig`. Throws when the server does not answer, or shows no such mint.
 */
export async function readAuthority(ask: AskChain, mint: string): Promise<string | null> {
  const answer = (await ask('getAccountInfo', [mint, { encoding: 'base64', commitment: 'finalized' }])) as {
    readonly value?: { readonly owner?: unknown; readonly data?: unknown } | null;
  } | null;
  const { owner, data } = answer?.value ?? {};
  const [text] = Array.isArray(data) ? (data as readonly unknown[]) : [];
  if (owner !== TOKEN_2022 || typeof text !== 'string') throw new Error(NO_SENSE);
  const key = withdrawAuthorityIn(bytesOf(text));
  return key.every((byte) => byte === 0) ? null : base58.encode(key);
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw new Error(NO_SENSE);
  }
}

/** Each extension has a kind and a length, u16 little-endian. In this one the key is the second field. */
function withdrawAuthorityIn(bytes: Uint8Array): Uint8Array {
  if (bytes[KIND_AT] !== MINT) throw new Error(NO_SENSE);
  const u16 = (at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (let at = KIND_AT + 1; at + 4 <= bytes.length; at += 4 + u16(at + 2)) {
    const key = bytes.subarray(at + 4 + KEY_BYTES, at + 4 + 2 * KEY_BYTES);
    if (u16(at) === TRANSFER_FEE_CONFIG && key.length === KEY_BYTES) return key;
  }
  throw new Error(NO_SENSE);
}
