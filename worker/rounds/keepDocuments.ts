import type { LockDocuments, LockRecord } from '../../src/protocol/terms/lock.ts';
import { readDocuments } from '../store/roundDocuments.ts';

/** A locked round's entries and rules; null when they are not stored. */
export type DocumentsOf = (lock: Pick<LockRecord, 'round' | 'root'>) => Promise<LockDocuments | null>;

/**
 * Reads a round's documents once: they never change, and the beacon is asked for several times a second beside them.
 * Whoever uses them compares them with the lock.
 */
export function createKeepDocuments(db: D1Database): DocumentsOf {
  let kept: { readonly round: number; readonly root: string; readonly documents: LockDocuments } | null = null;
  return async ({ round, root }) => {
    if (kept?.round === round && kept.root === root) return kept.documents;
    const documents = await readDocuments(db, round);
    kept = documents === null ? null : { round, root, documents };
    return documents;
  };
}
