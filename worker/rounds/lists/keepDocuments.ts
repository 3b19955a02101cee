import type { LockDocuments, LockRecord } from '../../../src/protocol/terms/lock.ts';
import { readDocuments } from '../../store/views/rounds/roundDocuments.ts';

/** A locked round's entries and rules; null when they are not stored. */
export type DocumentsOf = (lock: Pick<LockRecord, 'round' | 'root'>) => Promise<LockDocuments | null>;

/**
 * Reads a round's documents, and remembers those of the round that was asked for last: documents never change, and are
 * needed several times a second. Nothing here checks that they match the lock: the draw and the signer check it.
 */
export function createKeepDocuments(db: D1Database): DocumentsOf {
  let kept: { readonly round: number; readonly root: string; readonly read: Promise<LockDocuments | null> } | null =
    null;
  return async ({ round, root }) => {
    if (kept?.round === round && kept.root === root) return kept.read;
    const read = readDocuments(db, round);
    const own = { round, root, read };
    kept = own;
    // Documents that are missing, or could not be read, are read again at the next question.
    const documents = await read.catch(() => null);
    if (documents === null && kept === own) kept = null;
    return read;
  };
}
