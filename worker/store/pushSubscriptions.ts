import * as z from 'zod';
import type { Reads } from './reads.ts';

/** What a visitor may want to be told, as bits of `kinds`. */
export const PUSH_KINDS = { win: 1, soon: 4 } as const;
export type PushKind = keyof typeof PUSH_KINDS;

/** A browser that may be told, as its push service gave it: RFC 8030 and RFC 8291. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface NewSubscription extends PushTarget {
  readonly address: string;
  readonly kinds: number;
  /** The newest round that needs no telling any more: what was before is not told. */
  readonly since: number;
}

/** Somebody who is to be told of a win. */
interface DueWin extends PushTarget {
  readonly round: number;
  readonly place: number;
  readonly lamports: string;
  /** Unix seconds. */
  readonly endsAt: number;
}

const target = { endpoint: z.string(), p256dh: z.string(), auth: z.string() };
const targets = z.array(z.object(target));
const wins = z.array(
  z
    .object({ ...target, round: z.int(), place: z.int(), lamports: z.string(), ends_at: z.int() })
    .transform(({ ends_at, ...win }): DueWin => ({ ...win, endsAt: ends_at })),
);
const counts = z.object({ all: z.int(), own: z.int() });

/** How many there are, and how many of one wallet. */
export async function countSubscriptions(db: Reads, address: string) {
  const found = await db
    .prepare(
      `SELECT (SELECT count FROM push_count WHERE id = 1) AS "all",
              (SELECT count(*) FROM push_subscriptions WHERE address = ?) AS own`,
    )
    .bind(address)
    .first();
  return counts.parse(found);
}

/** Keeps a subscription; one of the same browser is replaced. `at` is unix milliseconds. */
export async function keepSubscription(db: D1Database, one: NewSubscription, at: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO push_subscriptions (endpoint, p256dh, auth, address, kinds, made_at, win_round, soon_round)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
       ON CONFLICT (endpoint) DO UPDATE SET p256dh = ?2, auth = ?3, address = ?4, kinds = ?5, made_at = ?6,
         win_round = iif(address = ?4, win_round, ?7)`,
    )
    .bind(one.endpoint, one.p256dh, one.auth, one.address, one.kinds, at, one.since)
    .run();
}

export async function endSubscription(db: D1Database, endpoint: string): Promise<void> {
  await db.prepare('DELETE FROM push_subscriptions WHERE endpoint = ?').bind(endpoint).run();
}

/** Ends those made before then (unix milliseconds): a browser that is still used makes its own anew. */
async function endOldSubscriptions(db: D1Database, before: number): Promise<void> {
  await db.prepare('DELETE FROM push_subscriptions WHERE made_at < ?').bind(before).run();
}

/** Rounds above `floor` that ended since then (unix seconds). */
interface WinsAsked {
  readonly floor: number;
  readonly endedSince: number;
  /** Unix milliseconds. */
  readonly now: number;
  readonly limit: number;
}

/** Who is to be told of which win that is finally paid, the oldest first. */
async function dueWins(db: D1Database, { floor, endedSince, now, limit }: WinsAsked): Promise<DueWin[]> {
  const { results } = await db
    .prepare(
      `SELECT s.endpoint, s.p256dh, s.auth, w.round, w.place, w.lamports, r.ends_at
       FROM rounds r CROSS JOIN winners w ON w.round = r.round
         CROSS JOIN push_subscriptions s INDEXED BY push_by_address ON s.address = w.address
       WHERE r.round > ?1 AND r.state = 'paid' AND r.ends_at > ?2
         AND s.win_round < r.round AND s.kinds & 1 = 1 AND s.not_before <= ?3
       ORDER BY r.round LIMIT ?4`,
    )
    .bind(floor, endedSince, now, limit)
    .all();
  return wins.parse(results);
}

/** Who is still to be told that the draw of this round is near. */
async function dueSoon(db: D1Database, round: number, now: number, limit: number): Promise<PushTarget[]> {
  const { results } = await db
    .prepare(
      `SELECT endpoint, p256dh, auth FROM push_subscriptions INDEXED BY push_soon
       WHERE kinds >= 4 AND soon_round < ?1 AND not_before <= ?2 LIMIT ?3`,
    )
    .bind(round, now, limit)
    .all();
  return targets.parse(results);
}

/** Notes that these were told of a round, in one statement. */
async function noteTold(db: D1Database, kind: PushKind, round: number, endpoints: readonly string[]) {
  const column = kind === 'win' ? 'win_round' : 'soon_round';
  await db
    .prepare(
      `UPDATE push_subscriptions SET ${column} = max(${column}, ?1)
       WHERE endpoint IN (SELECT value FROM json_each(?2))`,
    )
    .bind(round, JSON.stringify(endpoints))
    .run();
}

/** Leaves a browser in peace until then, unix milliseconds. */
async function waitWith(db: D1Database, endpoint: string, until: number): Promise<void> {
  await db.prepare('UPDATE push_subscriptions SET not_before = ? WHERE endpoint = ?').bind(until, endpoint).run();
}

/** What is stored of the subscriptions, for whoever tells. */
export interface PushBook {
  wins(asked: WinsAsked): Promise<readonly DueWin[]>;
  soon(round: number, now: number, limit: number): Promise<readonly PushTarget[]>;
  told(kind: PushKind, round: number, endpoints: readonly string[]): Promise<void>;
  wait(endpoint: string, until: number): Promise<void>;
  end(endpoint: string): Promise<void>;
  endOld(before: number): Promise<void>;
}

/** The book in D1. */
export function createPushBook(db: D1Database): PushBook {
  return {
    wins: (asked) => dueWins(db, asked),
    soon: (round, now, limit) => dueSoon(db, round, now, limit),
    told: (kind, round, endpoints) => noteTold(db, kind, round, endpoints),
    wait: (endpoint, until) => waitWith(db, endpoint, until),
    end: (endpoint) => endSubscription(db, endpoint),
    endOld: (before) => endOldSubscriptions(db, before),
  };
}
