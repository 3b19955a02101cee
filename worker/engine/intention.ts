import type { SignedTransaction } from '../chain/signing/transactions.ts';
import type { JournalRow } from '../store/journal/journal.ts';

/** Something that must happen on chain once, however many transactions that takes. */
export interface Intention {
  /** Its meaning, e.g. `payout:123`: the journal's key. */
  readonly key: string;
  /**
   * Signs the next attempt, whose number is `attempt` (the first is 0). Called only when the journal allows a next one.
   */
  readonly sign: (attempt: number) => Promise<SignedTransaction>;
  /**
   * Whether the next attempt may be signed now. Asked only if it is the first one, if all earlier ones are proven dead,
   * or if the intention's attempts may overlap.
   */
  readonly maySign: (attempts: readonly JournalRow[]) => Promise<boolean>;
  readonly mayResend: boolean;
  /**
   * Set where something on chain lets only one attempt land. A second attempt may then be signed while the first is
   * still alive, if three things hold: too few nodes know the first, this process has not signed it within so many
   * milliseconds, and `maySign` allows it. Absent: the last attempt must be dead before the next one.
   */
  readonly overlapsAfterMs?: number;
}

/** Where an intention stands after one look. `idle`: no attempt can land any more, and none may be signed now. */
export type Pursuit =
  | { readonly kind: 'idle'; readonly attempts: readonly JournalRow[] }
  | {
      readonly kind: 'pending';
      /** The attempt that was seen confirmed, or else the last one. */
      readonly row: JournalRow;
      readonly seen: 'sent' | 'confirmed';
      /** The slot in which the attempt was seen confirmed; null while it is only sent. */
      readonly slot: number | null;
    }
  | { readonly kind: 'final'; readonly row: JournalRow; readonly slot: number };

export interface Pursued<I extends Intention> {
  readonly pursued: readonly { readonly intention: I; readonly pursuit: Pursuit }[];
  /**
   * The first fault of this look; null when nothing failed. Because of it, an intention may be missing in `pursued`.
   * The caller uses `pursued` before it throws the fault: what has landed must be settled first.
   */
  readonly fault: Error | null;
}

/**
 * Looks once at each of several intentions, no two of which have the same key. Throws when the database cannot be
 * asked.
 */
export type PursueAll = <I extends Intention>(intentions: readonly I[]) => Promise<Pursued<I>>;

export type Pursue = (intention: Intention) => Promise<Pursuit>;

/** As `pursueAll`, for one intention. If nothing could be said of it, the fault is thrown. */
export function createPursue(pursueAll: PursueAll): Pursue {
  return async (intention) => {
    const { pursued, fault } = await pursueAll([intention]);
    const [result] = pursued;
    if (result === undefined) throw fault ?? new Error(`pursue: nothing was said of ${intention.key}`);
    return result.pursuit;
  };
}
