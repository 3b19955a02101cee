import * as z from 'zod';
import type { Reads } from '../../rows/reads.ts';

const row = z
  .object({
    key: z.string(),
    attempt: z.int(),
    state: z.enum(['sent', 'confirmed', 'finalized', 'failed', 'expired']),
    signature: z.string(),
    slot: z.int().nullable(),
    signed_at: z.int(),
    proof: z.string().nullable(),
  })
  .transform(({ signed_at: signedAt, ...others }) => ({ ...others, signedAt }));
/** A signed attempt without its bytes; `signedAt` is unix milliseconds. */
export type StoredAttempt = z.infer<typeof row>;
const rows = z.array(row);
const COLUMNS = 'key, attempt, state, signature, slot, signed_at, proof';

/** Every attempt at a round's commitment, then every attempt at its payment, oldest first. */
export async function attemptsOfRound(db: Reads, round: number): Promise<StoredAttempt[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM journal WHERE key IN (?1, ?2) ORDER BY key, attempt`)
    .bind(`commit:${round}`, `payout:${round}`)
    .all();
  return rows.parse(results);
}

/** The attempt with this signature. Null when the journal has none, or when it was archived with its tax cycle. */
export async function attemptOf(db: Reads, signature: string): Promise<StoredAttempt | null> {
  const found = await db.prepare(`SELECT ${COLUMNS} FROM journal WHERE signature = ?`).bind(signature).first();
  return found === null ? null : row.parse(found);
}

/** The round that a transaction committed or paid; null when there is none. */
export async function roundBySignature(db: Reads, signature: string): Promise<number | null> {
  const found = await db
    .prepare(
      `SELECT round FROM rounds WHERE payout_signature = ?1 UNION SELECT round FROM rounds WHERE commit_signature = ?1
       ORDER BY round DESC LIMIT 1`,
    )
    .bind(signature)
    .first();
  return found === null ? null : z.object({ round: z.int() }).parse(found).round;
}
