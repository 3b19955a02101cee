import { base58 } from '@scure/base';
import type { Address } from '../../../src/address/address.ts';
import { MEMO_PROGRAMS } from '../accounts/programs.ts';
import type { WireTransaction } from './wireTransaction.ts';

/** What a transaction's bytes prove about a wallet. */
export interface SignedProof {
  readonly isSigned: boolean;
  /** The texts of its memos, when the wallet signed them. Memos written by a called program do not count. */
  readonly memos: readonly string[];
}

/**
 * Proves by arithmetic whether a wallet signed the transaction of this name, whatever node handed over the bytes. Both
 * answers are certain: the name is the fee payer's signature, so no other message fits it. Null when the bytes are not
 * that transaction.
 */
export async function proveSigned(
  wire: WireTransaction,
  { signature, wallet }: { readonly signature: string; readonly wallet: Address },
): Promise<SignedProof | null> {
  const name = wire.signatures[0];
  if (name === undefined || base58.encode(Uint8Array.from(name)) !== signature) return null;
  if (!(await hasSigned(wire, 0))) return null;
  const place = wire.signers.indexOf(wallet);
  if (place === -1) return { isSigned: false, memos: [] };
  if (place > 0 && !(await hasSigned(wire, place))) return null;
  return { isSigned: true, memos: wire.instructions.filter(isMemo).flatMap(({ data }) => textOf(data) ?? []) };
}

async function hasSigned({ signers, signatures, message }: WireTransaction, place: number): Promise<boolean> {
  const [signer, signature] = [signers[place], signatures[place]];
  if (signer === undefined || signature === undefined) return false;
  try {
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(base58.decode(signer)), 'Ed25519', false, [
      'verify',
    ]);
    return await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
  } catch (error) {
    // 32 bytes that are no public key.
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
