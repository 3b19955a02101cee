import { START } from '../cast.ts';
import type { Court } from './Court.ts';
import { type StoredAttempt, storedAttempts } from './stored.ts';
import { isFinal } from './truth.ts';

/** An attempt as it was first seen in the journal. */
export interface Signed {
  readonly key: string;
  readonly signature: string;
  /** Milliseconds since the start. */
  readonly at: number;
  /** The last block height at which it can land. */
  readonly last: number;
}

/**
 * Judges the journal: nothing is sent that is not in it, and no new attempt is signed while an earlier one may still
 * land.
 */
export function createJudgeAttempts({ chain, database, scheduler, violate }: Court) {
  /** All bytes that were ever in the journal; a restored database has forgotten some of them. */
  const journaled = new Set<string>();
  const judged = new Set<string>();
  const signed = new Map<string, Signed>();

  /** A next attempt is only signed when the one before is final and failed, or can never land any more. */
  function judgeOver({ key, attempt, signature, last_valid_block_height: last }: StoredAttempt): void {
    const landed = chain.landed(signature);
    if (landed !== undefined && landed.error === null)
      violate('signed-over-landed', `${key}: attempt ${attempt} has landed, and there is a next one`);
    else if (landed !== undefined && !isFinal(chain, landed))
      violate('signed-over-undecided', `${key}: attempt ${attempt} has failed, not finally`);
    else if (landed === undefined && chain.slots.finalized().height <= last)
      violate('signed-over-living', `${key}: attempt ${attempt} may still land, and there is a next one`);
  }

  return {
    signed: (): readonly Signed[] => [...signed.values()],
    /** Whether these bytes were ever in the journal. */
    wasJournaled: (bytes: string): boolean => journaled.has(bytes),
    look(): void {
      const rows = storedAttempts(database);
      const newest = new Map<string, number>();
      for (const row of rows) {
        if (!signed.has(row.signature))
          signed.set(row.signature, { ...row, at: scheduler.now() - START, last: row.last_valid_block_height });
        newest.set(row.key, Math.max(row.attempt, newest.get(row.key) ?? 0));
        // The worker deletes the bytes of cycles that have ended.
        if (row.bytes === '' || journaled.has(row.bytes)) continue;
        journaled.add(row.bytes);
      }
      for (const row of rows) {
        // All attempts of a commitment have the same memo, and only one of them can count.
        if (row.attempt === newest.get(row.key) || judged.has(row.signature) || row.key.startsWith('commit:')) continue;
        judged.add(row.signature);
        judgeOver(row);
      }
    },
    onSend(bytes: string): void {
      if (!journaled.has(bytes)) violate('sent-before-journal', 'bytes are sent that the journal does not have');
    },
  };
}
