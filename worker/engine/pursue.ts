import { distrustOldViews } from '../chain/oldViews.ts';
import { proveExpired } from '../chain/proveExpired.ts';
import { type Outcome, readOutcome } from '../chain/readOutcome.ts';
import type { Rpc } from '../chain/rpc.ts';
import { sendTransaction } from '../chain/sendTransaction.ts';
import type { SignedTransaction } from '../chain/transactions.ts';
import { isDead, type Journal, type JournalRow } from '../store/journal.ts';

/** The same bytes are handed to the nodes again after this long without a trace of them. */
const RESEND_MS = 2_000;
/** Whether an unseen attempt is dead is asked again after this long: it takes more than one question. */
const EXPIRY_MS = 2_000;
/** Nodes catch up within seconds. Where one calls an attempt final for so long and the others do not, somebody lies. */
const DISPUTE_MS = 30_000;
/** A node that has not caught up after so long may stand still. */
const STANDSTILL_MS = 5_000;
/**
 * Nodes remember what landed within 300 slots, two minutes, without a search of their history. Of an attempt that this
 * process signed less than this ago they must know it.
 */
const RECENT_MS = 60_000;

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
 * The one way anything is sent: sign, write to the journal, read back, send what was read. Unknown is a state: no
 * timeout, error or lost answer ever counts as failure, and a next attempt needs proof that the last one is dead.
 */
export function createPursue({ journal, rpc, now }: PursueInput) {
  const sentAt = new Map<string, number>();
  const expiryAskedAt = new Map<string, number>();
  const disputedSince = new Map<string, number>();
  const signedAt = new Map<string, number>();

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
    if (row.signature === signature) signedAt.set(signature, now());
    // Another writer may have been first: then its bytes are the ones to send, and ours are forgotten unsent.
    if (!isDead(row)) await send(row);
    expiryAskedAt.set(row.signature, now());
    return { kind: 'pending', row, seen: 'sent', slot: null };
  }

  /** Of an attempt that too few nodes have seen: whether it is dead, else the same bytes again. */
  async function chase(intention: Intention, attempts: readonly JournalRow[], row: JournalRow): Promise<Pursuit> {
    if (now() - (expiryAskedAt.get(row.signature) ?? 0) >= EXPIRY_MS) {
      expiryAskedAt.set(row.signature, now());
      const proof = await proveExpired(rpc, row, now());
      if (proof !== null) {
        forget(row.signature);
        await journal.bury(row, 'expired', proof);
        return start(intention, [...attempts.slice(0, -1), { ...row, state: 'expired', proof }]);
      }
    }
    if (intention.mayResend && now() - (sentAt.get(row.signature) ?? 0) >= RESEND_MS) await send(row);
    return { kind: 'pending', row, seen: 'sent', slot: null };
  }

  /**
   * Nodes that contradict each other about an attempt: one that stands still loses its say, a contradiction that
   * stays is told.
   */
  async function watchDispute(row: JournalRow, { disputing: nodes }: Outcome): Promise<void> {
    if (nodes.length === 0) {
      disputedSince.delete(row.signature);
      return;
    }
    const since = disputedSince.get(row.signature) ?? now();
    disputedSince.set(row.signature, since);
    if (now() - since < STANDSTILL_MS) return;
    await distrustOldViews(rpc, now());
    if (now() - since < DISPUTE_MS) return;
    rpc.report({ kind: 'disagree', nodes, about: `the transaction of ${row.key}`, detail: 'not all call it final' });
  }

  function forget(signature: string): void {
    for (const times of [sentAt, expiryAskedAt, disputedSince, signedAt]) times.delete(signature);
  }

  return async function pursue(intention: Intention): Promise<Pursuit> {
    const attempts = await journal.attempts(intention.key);
    const row = attempts.at(-1);
    if (row === undefined || isDead(row)) return start(intention, attempts);
    if (row.state === 'finalized' && row.slot !== null) return { kind: 'final', row, slot: row.slot };

    const isRecent = now() - (signedAt.get(row.signature) ?? Number.NEGATIVE_INFINITY) < RECENT_MS;
    const outcome = await readOutcome(rpc, row.signature, isRecent ? 'recent' : 'history');
    await watchDispute(row, outcome);
    if (outcome.seen === 'unknown') return chase(intention, attempts, row);
    const { seen, slot, error } = outcome;
    if (error !== null) {
      // An error counts only once it can no longer be undone by a fork.
      if (seen !== 'finalized') return { kind: 'pending', row, seen: 'sent', slot: null };
      await journal.bury(row, 'failed', error);
      return start(intention, [...attempts.slice(0, -1), { ...row, state: 'failed', proof: error }]);
    }
    if (seen === 'processed') return { kind: 'pending', row, seen: 'sent', slot: null };
    await journal.see(row, seen, slot);
    if (seen === 'confirmed') return { kind: 'pending', row, seen, slot };
    forget(row.signature);
    return { kind: 'final', row, slot };
  };
}
export type Pursue = ReturnType<typeof createPursue>;
