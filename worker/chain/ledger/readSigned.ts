import { base58 } from '@scure/base';
import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { MEMO_PROGRAMS } from '../accounts/programs.ts';
import { INVALID_PARAMS, RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { askTransaction, UNSUPPORTED_VERSION } from './askTransaction.ts';
import { parseWire, type WireTransaction } from './wireTransaction.ts';

export type SignedReading =
  | { readonly kind: 'proven'; readonly proof: SignedProof; readonly wire: WireTransaction }
  /** The answer cannot be read. `isCertain`: whether the transaction's form is surely the cause, and not the node. */
  | { readonly kind: 'unreadable'; readonly isCertain: boolean }
  /** The node does not know the transaction. */
  | { readonly kind: 'absent' }
  /** The bytes are not those of this transaction: a lie. */
  | { readonly kind: 'forged' }
  /** No answer this time: too many questions, too slow, unreachable. */
  | { readonly kind: 'failed'; readonly error: RpcError };

/** "Unsupported version", "invalid params", "internal error": a node cannot encode a transaction as asked. */
const CANNOT_ENCODE = [UNSUPPORTED_VERSION, INVALID_PARAMS, -32_603];

const rawTransaction = z.object({ transaction: z.tuple([z.base64(), z.literal('base64')]) }).nullable();

/** Asks one node for a transaction's bytes, and returns what they prove about a wallet. Never throws an RpcError. */
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
    // Of these codes, Agave uses only "unsupported version" for a transaction's form.
    return { kind: 'unreadable', isCertain: error.code === UNSUPPORTED_VERSION };
  }
}

interface SignedProof {
  readonly isSigned: boolean;
  /**
   * The texts of the memos; none if the wallet did not sign the transaction. Memos that a called program writes do not
   * count.
   */
  readonly memos: readonly string[];
}

/**
 * Proves by arithmetic whether a wallet signed the transaction `signature`, whatever node handed over the bytes. Null
 * when the bytes are not those of the transaction: `signature` is its fee payer's, and fits no other message.
 */
export async function proveSigned(
  wire: WireTransaction,
  { signature, wallet }: { readonly signature: string; readonly wallet: Address },
): Promise<SignedProof | null> {
  const name = wire.signatures[0];
  if (name === undefined || base58.encode(Uint8Array.from(name)) !== signature) return null;
  if (!(await hasSigned(wire, 0))) return null;
  const index = wire.signers.indexOf(wallet);
  if (index === -1) return { isSigned: false, memos: [] };
  if (index > 0 && !(await hasSigned(wire, index))) return null;
  return { isSigned: true, memos: wire.instructions.filter(isMemo).flatMap(({ data }) => textOf(data) ?? []) };
}

async function hasSigned({ signers, signatures, message }: WireTransaction, index: number): Promise<boolean> {
  const [signer, signature] = [signers[index], signatures[index]];
  if (signer === undefined || signature === undefined) return false;
  try {
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(base58.decode(signer)), 'Ed25519', false, [
      'verify',
    ]);
    return await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
  } catch (error) {
    // The signer's 32 bytes are no public key.
    if (error instanceof Error && (error.name === 'DataError' || error.name === 'OperationError')) return false;
    throw error;
  }
}

const isMemo = ({ program }: { readonly program: string }) => MEMO_PROGRAMS.some((memo) => memo === program);

function textOf(data: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}
