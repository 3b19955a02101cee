import * as z from 'zod';

const JOURNAL_STATES = ['sent', 'confirmed', 'finalized', 'failed', 'expired'] as const;

/**
 * One signed attempt at an intention. `sent` means unknown: written, perhaps sent, perhaps landed. `failed`
 * (finalized with an error) and `expired` (proven unable to land) are dead; only after them may a next attempt exist.
 */
export interface JournalRow {
  readonly key: string;
  readonly attempt: number;
  readonly state: (typeof JOURNAL_STATES)[number];
  readonly bytes: string;
  readonly signature: string;
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly signedSlot: number;
  readonly slot: number | null;
  readonly proof: string | null;
}

export type NewAttempt = Pick<
  JournalRow,
  'key' | 'attempt' | 'bytes' | 'signature' | 'blockhash' | 'lastValidBlockHeight' | 'signedSlot'
>;

const row = z
  .object({
    key: z.string(),
    attempt: z.int(),
    state: z.enum(JOURNAL_STATES),
    bytes: z.string(),
    signature: z.string(),
    blockhash: z.string(),
    last_valid_block_height: z.int(),
    signed_slot: z.int(),
    slot: z.int().nullable(),
    proof: z.string().nullable(),
  })
  .transform(
    ({ last_valid_block_height, signed_slot, ...rest }): JournalRow => ({
      ...rest,
      lastValidBlockHeight: last_valid_block_height,
      signedSlot: signed_slot,
    }),
  );

export interface Journal {
  /** Every attempt at an intention, oldest first. */
  attempts(key: string): Promise<JournalRow[]>;
  /** Every attempt at the intentions whose keys begin with `prefix` and a colon, by key and oldest first. */
  under(prefix: string): Promise<JournalRow[]>;
  /**
   * Writes an attempt and reads back the one that counts, which may be another writer's. Only those bytes may be
   * sent.
   */
  write(attempt: NewAttempt): Promise<JournalRow>;
  /** An attempt was seen on chain. */
  see(row: JournalRow, state: 'confirmed' | 'finalized', slot: number): Promise<void>;
  /** The oldest attempts that were seen on chain and not yet as final. */
  confirmed(limit: number): Promise<JournalRow[]>;
  /** Attempts that are final. */
  seeAll(final: readonly { readonly row: JournalRow; readonly slot: number }[]): Promise<void>;
  /** An attempt is dead, with the proof. */
  bury(row: JournalRow, state: 'failed' | 'expired', proof: string): Promise<void>;
}

export const isDead = (attempt: Pick<JournalRow, 'state'>) => attempt.state === 'failed' || attempt.state === 'expired';

export function createJournal(db: D1Database, now: () => number): Journal {
  const attemptsStatement = (key: string) =>
    db.prepare('SELECT * FROM journal WHERE key = ? ORDER BY attempt').bind(key);
  return {
    async attempts(key) {
      return z.array(row).parse((await attemptsStatement(key).all()).results);
    },
    async under(prefix) {
      const { results } = await db
        .prepare('SELECT * FROM journal WHERE key >= ?1 AND key < ?2 ORDER BY key, attempt')
        .bind(`${prefix}:`, `${prefix};`)
        .all();
      return z.array(row).parse(results);
    },
    async write(attempt) {
      // Written and read back in one transaction: what is answered is what is stored, whoever wrote it.
      const [, stored] = await db.batch([
        db
          .prepare(
            // Attempt 0 needs an empty page; attempt k + 1 needs attempt k dead. One statement, so no race can slip
            // between.
            `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, updated_at)
           SELECT ?1, ?2, 'sent', ?3, ?4, ?5, ?6, ?7, ?8, ?8
           WHERE (?2 = 0 OR EXISTS (SELECT 1 FROM journal WHERE key = ?1 AND attempt = ?2 - 1 AND state IN ('failed', 'expired')))
           ON CONFLICT DO NOTHING`,
          )
          .bind(
            attempt.key,
            attempt.attempt,
            attempt.bytes,
            attempt.signature,
            attempt.blockhash,
            attempt.lastValidBlockHeight,
            attempt.signedSlot,
            now(),
          ),
        attemptsStatement(attempt.key),
      ]);
      const latest = z.array(row).parse(stored?.results).at(-1);
      if (latest === undefined) throw new Error(`journal: ${attempt.key} was written and is not there`);
      return latest;
    },
    async see(attempt, state, slot) {
      await db
        .prepare(
          `UPDATE journal SET state = ?3, slot = ?4, updated_at = ?5
           WHERE key = ?1 AND attempt = ?2 AND state IN ('sent', 'confirmed') AND (state <> ?3 OR slot IS NOT ?4)`,
        )
        .bind(attempt.key, attempt.attempt, state, slot, now())
        .run();
    },
    async confirmed(limit) {
      const { results } = await db
        .prepare(
          // Both states: by the index of what is open, which SQLite takes only for the condition it was made with.
          `SELECT * FROM journal WHERE state IN ('sent', 'confirmed') AND state = 'confirmed' ORDER BY signed_at LIMIT ?`,
        )
        .bind(limit)
        .all();
      return z.array(row).parse(results);
    },
    async seeAll(final) {
      await db
        .prepare(
          // `updated_at` stays: what the journal explains of the pool's balance is measured by it, once.
          `UPDATE journal SET state = 'finalized', slot = seen.value ->> 'slot' FROM json_each(?1) seen
           WHERE signature = seen.value ->> 'signature' AND state IN ('sent', 'confirmed')`,
        )
        .bind(JSON.stringify(final.map(({ row: { signature }, slot }) => ({ signature, slot }))))
        .run();
    },
    async bury(attempt, state, proof) {
      await db
        .prepare(
          `UPDATE journal SET state = ?3, proof = ?4, updated_at = ?5 WHERE key = ?1 AND attempt = ?2 AND state IN ('sent', 'confirmed')`,
        )
        .bind(attempt.key, attempt.attempt, state, proof, now())
        .run();
    },
  };
}
