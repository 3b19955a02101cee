import type { Ledger } from './lookAtAccount.ts';
import { readBetween, type Span } from './readBetween.ts';

/** A wallet that a list excludes as a program's account, and that is none. */
export interface HandoverQuestion extends Pick<Span, 'owner' | 'isLate'> {
  /** A slot before the snapshot at which it was seen as a wallet; null: none is known. */
  readonly walletAt: number | null;
}

/**
 * Why a wallet may have been a program's account at a snapshot, or null: it was none. Only an instruction of the System
 * program can hand an account to a program, which then can give it back without a trace. Whatever came after the
 * snapshot counts as well: the lottery looks a little later. Never throws an RpcError.
 */
export async function findHandover(ledger: Ledger, question: HandoverQuestion): Promise<string | null> {
  const { owner, walletAt, isLate } = question;
  if (walletAt === null) return 'what kind of account it was before the lock is not known';
  for await (const own of readBetween(ledger, { owner, from: walletAt, to: Number.POSITIVE_INFINITY, isLate })) {
    if (typeof own === 'string') return own;
    const { handedOver } = own.read;
    if (handedOver === null) return `${own.signature} is told without its inner instructions`;
    if (handedOver.includes(owner)) return `${own.signature} may have handed its account to a program`;
  }
  return null;
}
