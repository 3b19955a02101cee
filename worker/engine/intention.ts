import type { SignedTransaction } from '../chain/signing/transactions.ts';
import type { JournalRow } from '../store/journal/journal.ts';

/** Something that is to happen on chain once, however many transactions it takes. */
export interface Intention {
  /** Its meaning, e.g. `payout:123`: the journal's key. */
  readonly key: string;
  /** Signs a next attempt, the first being 0. Asked only when the journal allows one. */
  readonly sign: (attempt: number) => Promise<SignedTransaction>;
  /** Whether a first attempt, one after a proven death, or one that overlaps may be signed now. */
  readonly maySign: (attempts: readonly JournalRow[]) => Promise<boolean>;
  readonly mayResend: boolean;
  /**
   * Something on chain lets only one attempt land: a second one may be signed beside a living one that nobody has seen
   * for so long, ms, if `maySign` says so. Absent: a next attempt needs the death of the last.
   */
  readonly overlapsAfterMs?: number;
}

/** Where an intention stands after one look. `idle`: no attempt can land any more, and none may be signed now. */
export type Pursuit =
  | { readonly kind: 'idle'; readonly attempts: readonly JournalRow[] }
  | {
      readonly kind: 'pending';
      /** Of several that overlap the one that was seen, or else the last. */
      readonly row: JournalRow;
      readonly seen: 'sent' | 'confirmed';
      /** Where it was seen confirmed; null before. */
      readonly slot: number | null;
    }
  | { readonly kind: 'final'; readonly row: JournalRow; readonly slot: number };

/** What came of one look at each of several intentions. */
export interface Pursued<I extends Intention> {
  readonly pursued: readonly { readonly intention: I; readonly pursuit: Pursuit }[];
  /**
   * Why the other intentions could not be looked at or signed; null when there are none. To be thrown when the rest is
   * taken in: what landed beside a signature that was refused has to be settled before a person can close it.
   */
  readonly fault: Error | null;
}

/** Brings intentions with different keys on by one look each; throws when the database cannot be asked. */
export type PursueAll = <I extends Intention>(intentions: readonly I[]) => Promise<Pursued<I>>;
