import * as z from 'zod';
import { ANOTHER_IS_FINAL } from '../rows/states.ts';

const JOURNAL_STATES = ['sent', 'confirmed', 'finalized', 'failed', 'expired'] as const;

/**
 * One signed attempt at an intention: a commitment, a payout, or a part of a tax step; `key` names it. `sent`: written,
 * and perhaps sent or landed. `failed` (finalized with an error, or another attempt is final) and `expired` (proven
 * unable to land) are dead. The next attempt is written only if this one is dead, or if the two are allowed to overlap.
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

export interface NewAttempt
  extends Pick<
    JournalRow,
    'key' | 'attempt' | 'bytes' | 'signature' | 'blockhash' | 'lastValidBlockHeight' | 'signedSlot'
  > {
  /** True: the attempt before this one may still be alive. Something on chain lets only one of the two land. */
  readonly overlaps?: boolean;
}

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

const rows = z.array(row);

export type JournalFinding =
  | { readonly row: JournalRow; readonly state: 'confirmed' | 'finalized'; readonly slot: number }
  /** The attempt is dead, and `proof` says why it can never land. */
  | { readonly row: JournalRow; readonly state: 'failed' | 'expired'; readonly proof: string };

export interface Journal {
  /** Every attempt at an intention, oldest first. */
  attempts(key: string): Promise<JournalRow[]>;
  /** As `attempts`, for several intentions. An intention without attempts is not in the map. */
  attemptsOf(keys: readonly string[]): Promise<ReadonlyMap<string, readonly JournalRow[]>>;
  /** Every attempt at the intentions whose keys begin with `prefix` and a colon, by key, oldest first. */
  under(prefix: string): Promise<JournalRow[]>;
  /**
   * Writes attempts at different intentions in one batch of D1. An attempt that is not allowed now is not written.
   * Answers the newest stored attempt at each intention, in the order of `attempts`. Another process may have written
   * it, and only the bytes of the answer may be sent. Throws if an intention has no stored attempt. The attempts at the
   * others are stored anyway.
   */
  writeAll(attempts: readonly NewAttempt[]): Promise<JournalRow[]>;
  /** Stores what the chain says, all or nothing. An attempt that is final or dead stays as it is. */
  settleAll(findings: readonly JournalFinding[]): Promise<void>;
  /** The oldest attempts that were seen on chain, but not yet as final. */
  confirmed(limit: number): Promise<JournalRow[]>;
  /**
   * Stores that these attempts are final. Other attempts at the same intentions can land no more, and become failed.
   */
  seeAll(final: readonly { readonly row: JournalRow; readonly slot: number }[]): Promise<void>;
}

export const isDead = (attempt: Pick<JournalRow, 'state'>) => attempt.state === 'failed' || attempt.state === 'expired';

/**
 * Whether an attempt's tax cycle has ended, which empties the bytes of the row. A caller that sees this works with an
 * old copy of the cycle.
 */
export const isOver = (attempt: Pick<JournalRow, 'bytes'>) => attempt.bytes === '';

/** The journal in D1; `now` is in unix milliseconds. */
export function createJournal(db: D1Database, now: () => number): Journal {
  const attemptsStatement = (keys: readonly string[]) =>
    db
      .prepare('SELECT * FROM journal WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, attempt')
      .bind(JSON.stringify(keys));
  const byKey = (results: readonly unknown[] | undefined) => Map.groupBy(rows.parse(results), ({ key }) => key);

  return {
    async attempts(key) {
      const { results } = await db.prepare('SELECT * FROM journal WHERE key = ? ORDER BY attempt').bind(key).all();
      return rows.parse(results);
    },
    async attemptsOf(keys) {
      return keys.length === 0 ? new Map() : byKey((await attemptsStatement(keys).all()).results);
    },
    async under(prefix) {
      const { results } = await db
        .prepare('SELECT * FROM journal WHERE key >= ?1 AND key < ?2 ORDER BY key, attempt')
        .bind(`${prefix}:`, `${prefix};`)
        .all();
      return rows.parse(results);
    },
    async writeAll(attempts) {
      if (attempts.length === 0) return [];
      // One transaction, so that the result is what is stored, whoever wrote it.
      const results = await db.batch([
        ...attempts.map((attempt) => insertStatement(db, attempt, now())),
        attemptsStatement(attempts.map(({ key }) => key)),
      ]);
      const stored = byKey(results.at(-1)?.results);
      return attempts.map(({ key }) => {
        const latest = stored.get(key)?.at(-1);
        if (latest === undefined) throw new Error(`journal: ${key} takes no attempt any more`);
        return latest;
      });
    },
    async settleAll(findings) {
      if (findings.length > 0) await db.batch(findings.map((finding) => settleStatement(db, finding)));
    },
    async confirmed(limit) {
      const { results } = await db
        .prepare(
          // Names both states, because SQLite uses the index of open attempts only with the index's own condition.
          `SELECT * FROM journal WHERE state IN ('sent', 'confirmed') AND state = 'confirmed' ORDER BY signed_at LIMIT ?`,
        )
        .bind(limit)
        .all();
      return rows.parse(results);
    },
    async seeAll(final) {
      const seen = JSON.stringify(final.map(({ row: { key, signature }, slot }) => ({ key, signature, slot })));
      await db.batch([
        db
          .prepare(
            `UPDATE journal SET state = 'finalized', slot = seen.value ->> 'slot' FROM json_each(?1) seen
             WHERE signature = seen.value ->> 'signature' AND state IN ('sent', 'confirmed')`,
          )
          .bind(seen),
        // One of the overlapping attempts is final, so the others can land no more.
        db
          .prepare(
            `UPDATE journal SET state = 'failed', proof = ?2
             WHERE key IN (SELECT value ->> 'key' FROM json_each(?1)) AND state IN ('sent', 'confirmed')`,
          )
          .bind(seen, ANOTHER_IS_FINAL),
      ]);
    },
  };
}

function insertStatement(db: D1Database, attempt: NewAttempt, at: number): D1PreparedStatement {
  return db
    .prepare(
      // Attempt 0 needs that there is no attempt yet. Attempt k + 1 needs attempt k to be dead, or to be one that it
      // may overlap. And in the database the attempt's round or tax cycle has to be at the very step that the attempt
      // takes: another instance or a person may have ended the round or the cycle, or the database may have been
      // restored. One statement, so no race is possible.
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at)
       SELECT ?1, ?2, 'sent', ?3, ?4, ?5, ?6, ?7, ?8
       WHERE (?2 = 0 OR EXISTS (SELECT 1 FROM journal WHERE key = ?1 AND attempt = ?2 - 1
         AND (state IN ('failed', 'expired') OR (?9 AND state = 'sent'))))
         AND (EXISTS (SELECT 1 FROM rounds WHERE round = CAST(substr(?1, 8) AS INTEGER)
             AND ?1 = iif(state = 'drawn', 'payout:', 'commit:') || round AND state IN ('locked', 'drawn'))
           OR EXISTS (SELECT 1 FROM tax_steps s JOIN tax_cycles c ON c.id = s.cycle AND c.state = s.name
             WHERE s.cycle = CAST(substr(?1, 5) AS INTEGER) AND ?1 = 'tax:' || s.cycle || ':' || s.name || ':' || s.part))
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
      at,
      attempt.overlaps === true ? 1 : 0,
    );
}

function settleStatement(db: D1Database, finding: JournalFinding): D1PreparedStatement {
  const { row, state } = finding;
  if ('proof' in finding)
    return db
      .prepare(
        `UPDATE journal SET state = ?3, proof = ?4 WHERE key = ?1 AND attempt = ?2 AND state IN ('sent', 'confirmed')`,
      )
      .bind(row.key, row.attempt, state, finding.proof);
  return db
    .prepare(
      `UPDATE journal SET state = ?3, slot = ?4
       WHERE key = ?1 AND attempt = ?2 AND state IN ('sent', 'confirmed') AND (state <> ?3 OR slot IS NOT ?4)`,
    )
    .bind(row.key, row.attempt, state, finding.slot);
}
