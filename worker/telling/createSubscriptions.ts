import * as z from 'zod';
import { type NewSubscription, PUSH_KINDS, type PushTarget } from './pushNews.ts';

/** The most subscriptions in one shard. 50,000 fit into 16 shards, although some are fuller than others. */
const MOST = 3_400;

/** Made for few writes: when a page of browsers has been told that a draw is near, one row notes it for all of them. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS subscriptions (
  endpoint TEXT PRIMARY KEY, p256dh TEXT NOT NULL, auth TEXT NOT NULL, address TEXT NOT NULL,
  kinds INTEGER NOT NULL, made_at INTEGER NOT NULL, since INTEGER NOT NULL,
  was_in INTEGER NOT NULL DEFAULT 0, below_round INTEGER NOT NULL DEFAULT 0,
  soon_again INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_address ON subscriptions (address);
CREATE INDEX IF NOT EXISTS by_age ON subscriptions (made_at);
CREATE INDEX IF NOT EXISTS by_soon_again ON subscriptions (soon_again) WHERE soon_again > 0;
CREATE TABLE IF NOT EXISTS told_wins (
  endpoint TEXT NOT NULL, round INTEGER NOT NULL, PRIMARY KEY (endpoint, round)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS soon (
  id INTEGER PRIMARY KEY CHECK (id = 1), round INTEGER NOT NULL, after TEXT NOT NULL
) STRICT;`;

const target = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
const soonTarget = target.extend({ not_before: z.int() });
const belowTarget = target.extend({ address: z.string(), was_in: z.int() });
const cursor = z.object({ round: z.int(), after: z.string() });

/**
 * A browser that wants to be told when its wallet falls below the threshold. `wasIn`: since the browser was last told
 * of a fall, the wallet has been seen in the draw.
 */
export interface Watched extends PushTarget {
  readonly address: string;
  readonly wasIn: boolean;
}

/**
 * The subscriptions of one shard, in its own storage, so that telling 50,000 browsers costs no read of the lottery's
 * database. Times are unix milliseconds.
 */
export function createSubscriptions(sql: SqlStorage) {
  sql.exec(SCHEMA);
  const rows = <T extends z.ZodType>(schema: T, query: string, ...values: (string | number)[]) =>
    z.array(schema).parse(sql.exec(query, ...values).toArray());
  const columns = 'endpoint, p256dh, auth';

  return {
    count: (): number => z.object({ n: z.int() }).parse(sql.exec('SELECT count(*) AS n FROM subscriptions').one()).n,
    isFull(): boolean {
      return this.count() >= MOST;
    },
    find: (endpoint: string): PushTarget | null =>
      rows(target, `SELECT ${columns} FROM subscriptions WHERE endpoint = ?`, endpoint)[0] ?? null,
    /**
     * Stores a subscription. Wins of rounds up to `since` are not told. A browser that is stored already gets the new
     * wallet and kinds; with the same wallet it keeps its older `since`.
     */
    keep({ endpoint, p256dh, auth, address, kinds }: NewSubscription, since: number, now: number): void {
      sql.exec(
        `INSERT INTO subscriptions (endpoint, p256dh, auth, address, kinds, made_at, since)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (endpoint) DO UPDATE SET address = ?4, kinds = ?5, made_at = ?6,
           since = iif(address = ?4, since, ?7), was_in = iif(address = ?4, was_in, 0),
           below_round = iif(address = ?4, below_round, 0)`,
        ...[endpoint, p256dh, auth, address, kinds, now, since],
      );
    },
    end(endpoint: string): void {
      sql.exec('DELETE FROM subscriptions WHERE endpoint = ?', endpoint);
      sql.exec('DELETE FROM told_wins WHERE endpoint = ?', endpoint);
    },
    /** Ends subscriptions that were made before `before`. A browser that is still in use makes a new one. */
    endOld(before: number): void {
      for (const { endpoint } of rows(target, `SELECT ${columns} FROM subscriptions WHERE made_at < ?`, before))
        this.end(endpoint);
    },
    /** Notes that nothing is sent to a browser before `until`. */
    wait: (endpoint: string, until: number) =>
      void sql.exec('UPDATE subscriptions SET not_before = ? WHERE endpoint = ?', until, endpoint),

    /** The browsers that are still to be told of a win. */
    ofWin: (address: string, round: number, now: number): readonly PushTarget[] =>
      rows(
        target,
        `SELECT ${columns} FROM subscriptions s WHERE address = ?1 AND since < ?2 AND kinds & ${PUSH_KINDS.win} > 0
           AND not_before <= ?3
           AND NOT EXISTS (SELECT 1 FROM told_wins t WHERE t.endpoint = s.endpoint AND t.round = ?2)`,
        ...[address, round, now],
      ),
    toldWin: (endpoint: string, round: number) =>
      void sql.exec('INSERT OR IGNORE INTO told_wins (endpoint, round) VALUES (?, ?)', endpoint, round),
    /** Forgets who was told of the wins of rounds up to `round`. The caller tells nobody of those wins any more. */
    forgetWins: (round: number) => void sql.exec('DELETE FROM told_wins WHERE round <= ?', round),

    /** The next browsers to be told that a draw is near, in the order of their endpoints. Empty when none is left. */
    soonPage(round: number, size: number) {
      const [at] = rows(cursor, 'SELECT round, after FROM soon');
      const found = rows(
        soonTarget,
        `SELECT ${columns}, not_before FROM subscriptions WHERE endpoint > ?1 AND kinds & ${PUSH_KINDS.soon} > 0
         ORDER BY endpoint LIMIT ?2`,
        at?.round === round ? at.after : '',
        size,
      );
      return found.map(({ not_before, ...one }) => ({ ...one, notBefore: not_before }));
    },
    /**
     * Notes how far the browsers were told that a draw is near: up to the endpoint `after`. `soonAgain` notes those of
     * them that could not be told.
     */
    soonUntil: (round: number, after: string) =>
      void sql.exec(
        `INSERT INTO soon (id, round, after) VALUES (1, ?1, ?2)
         ON CONFLICT (id) DO UPDATE SET round = ?1, after = ?2`,
        ...[round, after],
      ),
    /** Remembers a browser that could not yet be told that a draw is near. */
    soonAgain: (endpoint: string, round: number) =>
      void sql.exec('UPDATE subscriptions SET soon_again = ? WHERE endpoint = ?', round, endpoint),
    toldSoon: (endpoint: string) =>
      void sql.exec('UPDATE subscriptions SET soon_again = 0 WHERE endpoint = ? AND soon_again > 0', endpoint),
    /** The browsers that `soonAgain` has noted for this round and that may be told now. */
    soonLeft: (round: number, now: number, size: number): readonly PushTarget[] =>
      rows(
        target,
        `SELECT ${columns} FROM subscriptions INDEXED BY by_soon_again
         WHERE soon_again = ?1 AND soon_again > 0 AND not_before <= ?2 LIMIT ?3`,
        ...[round, now, size],
      ),

    /** The browsers that want to be told of a fall below the threshold, and were told of none yet in this round. */
    watched: (round: number, now: number): readonly Watched[] =>
      rows(
        belowTarget,
        `SELECT ${columns}, address, was_in FROM subscriptions
         WHERE kinds & ${PUSH_KINDS.below} > 0 AND below_round < ?1 AND not_before <= ?2`,
        ...[round, now],
      ).map(({ was_in, ...one }) => ({ ...one, wasIn: was_in === 1 })),
    sawIn: (endpoint: string) => void sql.exec('UPDATE subscriptions SET was_in = 1 WHERE endpoint = ?', endpoint),
    toldBelow: (endpoint: string, round: number) =>
      void sql.exec('UPDATE subscriptions SET was_in = 0, below_round = ? WHERE endpoint = ?', round, endpoint),
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;
