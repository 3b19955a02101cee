import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockDocuments } from '../../../src/protocol/terms/lock.ts';
import { inParts, toBase64 } from '../rows/bodies.ts';

/**
 * The inserts that go into the same batch as the lock they belong to. TEXT, since D1 is ten times slower with blobs.
 */
export function documentStatements(
  db: D1Database,
  round: number,
  documents: LockDocuments,
  lockId: string,
): D1PreparedStatement[] {
  const { list, rules } = documents;
  const bodies = {
    list: toBase64(list),
    rules: protocolOf(rules.rules).canonicalRules(rules),
  };
  return Object.entries(bodies).flatMap(([kind, body]) =>
    inParts(body).map((part, i) =>
      db
        .prepare(
          `INSERT INTO round_documents (round, kind, part, body)
           SELECT round, ?2, ?3, ?4 FROM rounds WHERE round = ?1 AND lock_id = ?5`,
        )
        .bind(round, kind, i, part, lockId),
    ),
  );
}
