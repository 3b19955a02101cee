import { readWalletForm, type WalletForm } from '../../src/marks/judgeMaker.ts';
import type { MarkAsked } from '../../src/marks/readForm.ts';
import type { ChainTransaction } from './readTransaction.ts';

/**
 * Reads a transaction of the pool wallet of the one form in which it counts: docs/protocol.md, section 6. For any other
 * one a sentence says what was expected where.
 */
export function readMarkForm(
  { signers, version, instructions }: ChainTransaction,
  asked: MarkAsked,
): { readonly marked: WalletForm } | { readonly marked: null; readonly why: string } {
  const form = readWalletForm({ signers, version, instructions }, asked);
  if (form.kind === 'form') return { marked: form };
  return { marked: null, why: `form: expected ${form.expected} got ${form.got}` };
}
