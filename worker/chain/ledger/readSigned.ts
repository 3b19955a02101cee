import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { askTransaction, UNSUPPORTED_VERSION } from './askTransaction.ts';
import { proveSigned, type SignedProof } from './signedMemo.ts';
import { parseWire, type WireTransaction } from './wireTransaction.ts';

/** What one node can tell about a transaction in its list. */
export type SignedReading =
  | { readonly kind: 'proven'; readonly proof: SignedProof; readonly wire: WireTransaction }
  /**
   * The node answers, but the answer cannot be read. `isCertain`: the reason is the transaction's form. Otherwise the
   * reason may be the node, which may say the same of all transactions.
   */
  | { readonly kind: 'unreadable'; readonly isCertain: boolean }
  /** The node does not know the transaction. */
  | { readonly kind: 'absent' }
  /** The bytes are not those of this transaction: that is a lie. */
  | { readonly kind: 'forged' }
  /** No answer this time: too many questions, too slow, unreachable. */
  | { readonly kind: 'failed'; readonly error: RpcError };

/**
 * "Unsupported version", "invalid params" and "internal error": the codes for a transaction that a node cannot encode
 * in the wanted form.
 */
const CANNOT_ENCODE = [UNSUPPORTED_VERSION, -32_602, -32_603];

const rawTransaction = z.object({ transaction: z.tuple([z.base64(), z.literal('base64')]) }).nullable();

/** Asks one node for a transaction's own bytes, and what they prove about a wallet. Never throws an RpcError. */
export async function readSigned(
  node: RpcNode,
  of: { readonly signature: string; readonly wallet: Address },
): Promise<SignedReading> {
  try {
    const answer = await askTransaction(node, {
      ...{ signature: of.signature, commitment: 'confirmed', encoding: 'base64', result: rawTransaction },
    });
    if (answer === null) return { kind: 'absent' };
    const wire = parseWire(Buffer.from(answer.transaction[0], 'base64'));
    if (wire === null) return { kind: 'unreadable', isCertain: true };
    const proof = await proveSigned(wire, of);
    return proof === null ? { kind: 'forged' } : { kind: 'proven', proof, wire };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const cannotRead = CANNOT_ENCODE.includes(error.code ?? 0) || error.detail.startsWith('unexpected answer');
    if (!cannotRead) return { kind: 'failed', error };
    // Of these codes, Agave uses only this one for a transaction's form.
    return { kind: 'unreadable', isCertain: error.code === UNSUPPORTED_VERSION };
  }
}
