import * as z from 'zod';
import { type AlertEvent, type FiledEvent, filedEvent } from './composePost.ts';

/** Events are kept at least this long. An event that comes a second time is recognised by the kept one. */
export const KEPT_MS = 40 * 86_400_000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL, event TEXT NOT NULL,
  message TEXT NOT NULL, at INTEGER NOT NULL, is_stored INTEGER NOT NULL, is_marked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS events_by_key ON events (key, seq);
CREATE INDEX IF NOT EXISTS events_unstored ON events (seq) WHERE is_stored = 0;
CREATE INDEX IF NOT EXISTS events_unmarked ON events (seq) WHERE is_marked = 0 AND event = 'raised';
CREATE TABLE IF NOT EXISTS open_alerts (
  key TEXT PRIMARY KEY, message TEXT NOT NULL, raised_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS targets (
  name TEXT PRIMARY KEY, taken INTEGER NOT NULL, last INTEGER, tries INTEGER NOT NULL DEFAULT 0,
  is_refused INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL DEFAULT 0, failing_since INTEGER
) STRICT;`;

const COLUMNS = 'seq, id, key, event, message, at';

/**
 * How far a target has come: it took every event up to number `taken`, except those too mild for it. The events after
 * `taken` and up to number `last` are the post that is being sent, which may or may not have arrived already. `last` is
 * null while no post is being sent.
 */
export interface TargetState {
  readonly taken: number;
  readonly last: number | null;
  readonly tries: number;
  /** True when the target has refused the post's full text. It gets the short one until it has taken this post. */
  readonly isRefused: boolean;
  /** Unix milliseconds. */
  readonly nextAt: number;
  readonly failingSince: number | null;
}

export interface OpenAlert {
  readonly key: string;
  readonly message: string;
  readonly raisedAt: number;
  /** When it was last raised, unix milliseconds. */
  readonly seenAt: number;
}

const openRow = z
  .object({ key: z.string(), message: z.string(), raised_at: z.int(), seen_at: z.int() })
  .transform(({ raised_at, seen_at, ...rest }): OpenAlert => ({ ...rest, raisedAt: raised_at, seenAt: seen_at }));
const targetRow = z
  .object({
    taken: z.int(),
    last: z.int().nullable(),
    tries: z.int(),
    is_refused: z.int(),
    next_at: z.int(),
    failing_since: z.int().nullable(),
  })
  .transform(
    ({ is_refused, next_at, failing_since, ...rest }): TargetState => ({
      ...rest,
      isRefused: is_refused === 1,
      nextAt: next_at,
      failingSince: failing_since,
    }),
  );

/**
 * Keeps the alerts that are to be told, and how far each target has been told, in the object's own storage `sql`. So
 * alerts reach a person even while the lottery's database is lost.
 */
export function createAlertStore(sql: SqlStorage, targets: readonly string[]) {
  sql.exec(SCHEMA);
  // A target that is new is told only of events that are filed later.
  for (const name of targets)
    sql.exec(
      'INSERT INTO targets (name, taken) SELECT ?, coalesce(max(seq), 0) FROM events WHERE true ON CONFLICT DO NOTHING',
      name,
    );

  const rows = <T extends z.ZodType>(schema: T, query: string, ...values: (string | number | null)[]) =>
    z.array(schema).parse(sql.exec(query, ...values).toArray());

  return {
    /** Files an event; false when its id is filed already. `isStored`: the lottery's database has it. */
    add({ id, key, event, message, at }: AlertEvent, isStored: boolean): boolean {
      const added = sql.exec(
        `INSERT INTO events (id, key, event, message, at, is_stored) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING RETURNING seq`,
        ...[id, key, event, message, at, isStored ? 1 : 0],
      );
      return added.toArray().length === 1;
    },
    open({ key, message, raisedAt }: Omit<OpenAlert, 'seenAt'>): void {
      sql.exec(
        'INSERT INTO open_alerts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        ...[key, message, raisedAt, raisedAt],
      );
    },
    /** Notes that an open alert was raised again at `at`, with its newest message. */
    seen(key: string, message: string, at: number): void {
      sql.exec('UPDATE open_alerts SET message = ?, seen_at = ? WHERE key = ? AND seen_at < ?', message, at, key, at);
    },
    close: (key: string) => void sql.exec('DELETE FROM open_alerts WHERE key = ?', key),
    openAlerts: () => rows(openRow, 'SELECT key, message, raised_at, seen_at FROM open_alerts ORDER BY raised_at'),
    /** Events after `seq` and up to `last`, at most `limit`. */
    between: (seq: number, last: number, limit: number): FiledEvent[] =>
      rows(
        filedEvent,
        `SELECT ${COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
        ...[seq, last, limit],
      ),
    target: (name: string): TargetState =>
      rows(targetRow, 'SELECT * FROM targets WHERE name = ?', name)[0] ?? NEVER_TOLD,
    saveTarget(name: string, state: TargetState): void {
      const { taken, last, tries, isRefused, nextAt, failingSince } = state;
      sql.exec(
        'UPDATE targets SET taken = ?, last = ?, tries = ?, is_refused = ?, next_at = ?, failing_since = ? WHERE name = ?',
        ...[taken, last, tries, isRefused ? 1 : 0, nextAt, failingSince, name],
      );
    },
    /** How many events come after number `taken`. */
    waiting: (taken: number) =>
      rows(z.object({ n: z.int() }), 'SELECT count(*) AS n FROM events WHERE seq > ?', taken)[0]?.n ?? 0,
    /** The newest event of an alert; null when none is stored. */
    latest: (key: string): FiledEvent | null =>
      rows(filedEvent, `SELECT ${COLUMNS} FROM events WHERE key = ? ORDER BY seq DESC LIMIT 1`, key)[0] ?? null,
    /** Beginnings and ends of alerts that the lottery's database does not know yet. */
    unstored: () => rows(filedEvent, `SELECT ${COLUMNS} FROM events WHERE is_stored = 0 ORDER BY seq LIMIT 500`),
    stored: (seqs: readonly number[]) => flag(sql, 'is_stored', seqs),
    /**
     * Beginnings of alerts that all targets have taken, and that the lottery's database has not yet marked as
     * delivered.
     */
    unmarked(): FiledEvent[] {
      if (targets.length === 0) return [];
      const taken = Math.min(...targets.map((name) => this.target(name).taken));
      return rows(
        filedEvent,
        `SELECT ${COLUMNS} FROM events
         WHERE is_marked = 0 AND is_stored = 1 AND event = 'raised' AND seq <= ? LIMIT 500`,
        taken,
      );
    },
    marked: (seqs: readonly number[]) => flag(sql, 'is_marked', seqs),
    /** Deletes events that are older than `KEPT_MS` and that all targets have taken. */
    prune(now: number): void {
      const taken = Math.min(Number.MAX_SAFE_INTEGER, ...targets.map((name) => this.target(name).taken));
      sql.exec('DELETE FROM events WHERE at < ? AND seq <= ?', now - KEPT_MS, taken);
    },
  };
}
export type AlertStore = ReturnType<typeof createAlertStore>;

const NEVER_TOLD: TargetState = {
  ...{ taken: 0, last: null, tries: 0 },
  ...{ isRefused: false, nextAt: 0, failingSince: null },
};

function flag(sql: SqlStorage, column: 'is_stored' | 'is_marked', seqs: readonly number[]): void {
  sql.exec(`UPDATE events SET ${column} = 1 WHERE seq IN (SELECT value FROM json_each(?))`, JSON.stringify(seqs));
}
