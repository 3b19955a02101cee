import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';
import { proveSigned, type SignedProof } from './signedMemo.ts';
import { parseWire } from './wireTransaction.ts';

/** The field says what the caller can read. We read accounts, memos and balances, and these every version has. */
export const ANY_VERSION = 255;

/** What one node can tell of a transaction that is listed. */
export type SignedReading =
  | { readonly kind: 'proven'; readonly proof: SignedProof }
  /** The node answers, and what it answers cannot be read: it knows neither the version nor the transaction. */
  | { readonly kind: 'unreadable' | 'absent' }
  /** The bytes are not those of this transaction: that is a lie. */
  | { readonly kind: 'forged' }
  /** No answer this time: too many questions, too slow, unreachable. */
  | { readonly kind: 'failed'; readonly error: RpcError };

/**
 * "Unsupported version", "invalid params" and "internal error": a node's words for a transaction that it cannot put
 * into the form asked for.
 */
const CANNOT_ENCODE = [-32_015, -32_602, -32_603];

const rawTransaction = z.object({ transaction: z.tuple([z.base64(), z.literal('base64')]) }).nullable();

/** Asks one node for a transaction's own bytes, and what they prove about a wallet. Never throws an RpcError. */
export async function readSigned(
  node: RpcNode,
  of: { readonly signature: string; readonly wallet: Address },
): Promise<SignedReading> {
  const options = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: ANY_VERSION };
  try {
    const answer = await node.call('getTransaction', [of.signature, options], rawTransaction);
    if (answer === null) return { kind: 'absent' };
    const wire = parseWire(Buffer.from(answer.transaction[0], 'base64'));
    if (wire === null) return { kind: 'unreadable' };
    const proof = await proveSigned(wire, of);
    return proof === null ? { kind: 'forged' } : { kind: 'proven', proof };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const cannotRead = CANNOT_ENCODE.includes(error.code ?? 0) || error.detail.startsWith('unexpected answer');
    return cannotRead ? { kind: 'unreadable' } : { kind: 'failed', error };
  }
}
