import type { LockDocuments, LockRecord } from '../../../src/protocol/terms/lock.ts';
import type { SeenCommitment } from '../../../src/round/record.ts';
import { IN_FLIGHT } from '../../../src/round/state.ts';
import { actionStatement } from '../journal/noteAction.ts';
import { batchChangesOne } from '../journal/writing.ts';
import { stateIn } from '../rows/states.ts';
import type { Deed } from '../views/console/actions.ts';
import { documentStatements, lockColumns } from './roundLocks.ts';

export interface Recovered {
  readonly lock: LockRecord;
  readonly documents: LockDocuments;
  readonly lockId: string;
  readonly seen: SeenCommitment;
  readonly deed: Deed;
}

/**
 * Stores a lost round as committed. A round is lost when it has no row. It is also lost when it is held as
 * `mark-without-record`, nobody has closed it, and neither a final commitment of it nor its randomness is stored.
 * Nothing changes while another round is under way. Returns true when this call stored the round.
 */
export async function storeRecovered(db: D1Database, recovered: Recovered): Promise<boolean> {
  const { lock, documents, lockId, seen, deed } = recovered;
  const columns = {
    ...lockColumns({ at: deed.at, payouts: 'live' }, lock, lockId),
    ...{ state: 'committed', reason: null, detail: null, promised_lamports: null },
    ...{ commit_signature: seen.signature, commit_slot: seen.slot, commit_block_time: seen.blockTime, commit_final: 1 },
    ...{ committed_at: deed.at, released_at: deed.at, shelved_at: null, shelved_by: null, shelved_reason: null },
  };
  const names = Object.keys(columns);
  const renewed = names.filter((name) => name !== 'round').map((name) => `${name} = excluded.${name}`);
  const stored = db
    .prepare(
      `INSERT INTO rounds (${names.join(', ')}) SELECT ${names.map(() => '?').join(', ')}
       WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE ${stateIn(IN_FLIGHT)})
       ON CONFLICT (round) DO UPDATE SET ${renewed.join(', ')}
       WHERE rounds.state = 'held' AND rounds.reason = 'mark-without-record' AND rounds.closed_at IS NULL
         AND rounds.commit_final = 0 AND rounds.randomness IS NULL`,
    )
    .bind(...Object.values(columns));
  return batchChangesOne(db, 0, [
    stored,
    // If another lock of this round has stored documents, they go: that lock was never committed.
    db
      .prepare(
        `DELETE FROM round_documents WHERE round = ?1 AND EXISTS (SELECT 1 FROM rounds WHERE round = ?1 AND lock_id = ?2)`,
      )
      .bind(lock.round, lockId),
    ...documentStatements(db, lock.round, documents, lockId),
    actionStatement(db, deed, {
      ...{ action: 'recover', subject: `round ${lock.round}` },
      ...{ where: 'EXISTS (SELECT 1 FROM rounds WHERE round = ?6 AND lock_id = ?7)', values: [lock.round, lockId] },
    }),
  ]);
}
