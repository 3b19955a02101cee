import { proveExpired } from '../chain/proveExpired.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readStatus, sendTransaction } from '../chain/sendTransaction.ts';
import type { SignedTransaction } from '../chain/transactions.ts';
import { isDead, type Journal, type JournalRow } from '../store/journal.ts';

/** The same bytes are handed to the nodes again after this long without a trace of them. */
const RESEND_MS = 2_000;

export interface Intention {
  /** Its meaning, e.g. `payout:123`: the journal's key. */
  readonly key: string;
  /** Signs a next attempt, the first being 0. Asked only when the journal allows one. */
  readonly sign: (attempt: number) => Promise<SignedTransaction>;
  /** Whether a first attempt, or one after a proven death, may be signed now. */
  readonly maySign: (attempts: readonly JournalRow[]) => Promise<boolean>;
  readonly mayResend: boolean;
}

/** Where an intention stands after one look. `idle`: no attempt can land any more, and none may be signed now. */
export type Pursuit =
  | { readonly kind: 'idle'; readonly attempts: readonly JournalRow[] }
  | {
      readonly kind: 'pending';
      readonly row: JournalRow;
      readonly seen: 'sent' | 'confirmed';
      /** Where it was seen confirmed; null before. */
      readonly slot: number | null;
    }
  | { readonly kind: 'final'; readonly row: JournalRow; readonly slot: number };

export interface PursueInput {
  readonly journal: Journal;
  readonly rpc: Rpc;
  readonly now: () => number;
}

/**
 * The one way anything is sent: sign, write to the journal, read back, send what was read. Unknown is a state: no timeout, error
 * or lost answer ever counts as failure, and a next attempt needs proof that the last one is dead.
 */
export function createPursue({ journal, rpc, now }: PursueInput) {
  const sentAt = new Map<string, number>();

  async function send(row: JournalRow): Promise<void> {
    sentAt.set(row.signature, now());
    await sendTransaction(rpc, row.bytes);
  }

  async function start(intention: Intention, attempts: readonly JournalRow[]): Promise<Pursuit> {
    if (!(await intention.maySign(attempts))) return { kind: 'idle', attempts };
    const { bytes, signature, blockhash } = await intention.sign(attempts.length);
    const row = await journal.write({
      key: intention.key,
      attempt: attempts.length,
      bytes,
      signature,
      blockhash: blockhash.blockhash,
      lastValidBlockHeight: blockhash.lastValidBlockHeight,
      signedSlot: blockhash.slot,
    });
    // Another writer may have been first: then its bytes are the ones to send, and ours are forgotten unsent.
    if (!isDead(row)) await send(row);
    return { kind: 'pending', row, seen: 'sent', slot: null };
  }

  return async function pursue(intention: Intention): Promise<Pursuit> {
    const attempts = await journal.attempts(intention.key);
    const row = attempts.at(-1);
    if (row === undefined || isDead(row)) return start(intention, attempts);
    if (row.state === 'finalized' && row.slot !== null) return { kind: 'final', row, slot: row.slot };

    const { status } = await rpc.read((node) => readStatus(node, row.signature));
    if (status === null) {
      const proof = await proveExpired(rpc, row);
      if (proof !== null) {
        await journal.bury(row, 'expired', proof);
        return start(intention, [...attempts.slice(0, -1), { ...row, state: 'expired', proof }]);
      }
      if (intention.mayResend && now() - (sentAt.get(row.signature) ?? 0) >= RESEND_MS) await send(row);
      return { kind: 'pending', row, seen: 'sent', slot: null };
    }
    if (status.error !== null) {
      // An error counts only once it can no longer be undone by a fork.
      if (status.commitment !== 'finalized') return { kind: 'pending', row, seen: 'sent', slot: null };
      await journal.bury(row, 'failed', status.error);
      return start(intention, [...attempts.slice(0, -1), { ...row, state: 'failed', proof: status.error }]);
    }
    if (status.commitment === 'finalized') {
      await journal.see(row, 'finalized', status.slot);
      return { kind: 'final', row, slot: status.slot };
    }
    if (status.commitment === 'processed') return { kind: 'pending', row, seen: 'sent', slot: null };
    await journal.see(row, 'confirmed', status.slot);
    return { kind: 'pending', row, seen: 'confirmed', slot: status.slot };
  };
}
export type Pursue = ReturnType<typeof createPursue>;
