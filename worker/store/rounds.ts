import * as z from 'zod';
import type { LockDocuments, LockRecord, PlacedWinner } from '../../src/protocol/terms/lock.ts';
import { reasonText } from '../../src/round/reasonText.ts';
import type { DrawnBeacon, RoundRecord, SeenCommitment } from '../../src/round/record.ts';
import type { HoldReason, RollOverReason } from '../../src/round/state.ts';
import { createChangesOne } from './changesOne.ts';
import { documentStatements } from './roundDocuments.ts';
import { parseRound, ROUND_COLUMNS } from './roundRows.ts';
import { countStatements } from './winnerTotals.ts';

/** A round to be stored as ended without a lock. */
export interface Unlocked {
  readonly round: number;
  readonly endsAt: number;
  readonly state: 'rolled-over' | 'held';
  readonly reason: RollOverReason | HoldReason;
}

/** Rounds that follow each other, both ends included. */
export interface RoundSpan {
  readonly first: number;
  readonly last: number;
}

export interface RoundStore {
  get(round: number): Promise<RoundRecord | null>;
  /** The oldest round that still wants work. */
  inFlight(): Promise<RoundRecord | null>;
  /** The highest round with a row; 0 when there is none. */
  newest(): Promise<number>;
  /** The oldest rounds without a row above `floor` and up to `last`, where every round up to `floor` has one; null when there are none. */
  firstGap(floor: number, last: number): Promise<RoundSpan | null>;
  /** Slot of the newest final payment; 0 before the first. */
  newestPayoutSlot(): Promise<number>;
  /** True when this lock was stored; false when the round already had a row. */
  insertLock(lock: LockRecord, documents: LockDocuments, lockId: string): Promise<boolean>;
  insertUnlocked(rounds: readonly Unlocked[]): Promise<void>;
  commit(round: number, seen: SeenCommitment): Promise<boolean>;
  commitmentFinal(round: number, seen: SeenCommitment): Promise<boolean>;
  draw(round: number, drawn: DrawnBeacon, winners: readonly PlacedWinner[]): Promise<boolean>;
  payoutSeen(round: number, signature: string, status: 'sent' | 'confirmed'): Promise<boolean>;
  pay(round: number, signature: string, slot: number): Promise<boolean>;
  rollOver(round: number, reason: RollOverReason): Promise<boolean>;
  hold(round: number, reason: HoldReason): Promise<boolean>;
}

/**
 * The rounds in D1. Each transition is one conditional update and says whether it changed exactly one row: the Durable Object
 * only saves wasted work, the database decides.
 */
export function createRoundStore(db: D1Database, now: () => number): RoundStore {
  const one = async (sql: string, ...values: (string | number)[]) => {
    const found = await db
      .prepare(sql)
      .bind(...values)
      .first();
    return found === null ? null : parseRound(found);
  };
  const changesOne = createChangesOne(db);

  return {
    get: (round) => one(`SELECT ${ROUND_COLUMNS} FROM rounds WHERE round = ?`, round),
    inFlight: () =>
      one(`SELECT ${ROUND_COLUMNS} FROM rounds WHERE state IN ('locked', 'committed', 'drawn') ORDER BY round LIMIT 1`),
    async newest() {
      const found = await db.prepare('SELECT max(round) AS newest FROM rounds').first();
      return z.object({ newest: z.int().nullable() }).parse(found).newest ?? 0;
    },
    async firstGap(floor, last) {
      const found = await db
        .prepare(
          `SELECT first, (SELECT min(round) - 1 FROM rounds WHERE round > first) AS last FROM (
             SELECT ?1 + 1 AS first WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE round = ?1 + 1)
             UNION ALL
             SELECT * FROM (SELECT round + 1 FROM rounds r WHERE round > ?1 AND round < ?2
               AND NOT EXISTS (SELECT 1 FROM rounds WHERE round = r.round + 1) ORDER BY round LIMIT 1)
           ) WHERE first <= ?2 ORDER BY first LIMIT 1`,
        )
        .bind(floor, last)
        .first();
      const gap = z.object({ first: z.int(), last: z.int().nullable() }).nullable().parse(found);
      return gap === null ? null : { first: gap.first, last: Math.min(gap.last ?? last, last) };
    },
    async newestPayoutSlot() {
      const found = await db.prepare('SELECT max(payout_slot) AS newest FROM rounds').first();
      return z.object({ newest: z.int().nullable() }).parse(found).newest ?? 0;
    },
    async insertLock(lock, documents, lockId) {
      const [inserted] = await db.batch([
        db
          .prepare(
            `INSERT INTO rounds (round, state, rules, ends_at, lock_id, wallet, snapshot_slot, snapshot_at, entries, root, rules_hash,
               pool_lamports, total_lamports, memo, beacon_network, beacon_public_key, beacon_genesis, beacon_period, beacon_round, updated_at)
             VALUES (?, 'locked', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (round) DO NOTHING`,
          )
          .bind(
            ...[
              lock.round,
              lock.rules,
              lock.endsAt,
              lockId,
              lock.wallet,
              lock.slot,
              lock.takenAt,
              lock.entries,
              lock.root,
              lock.rulesHash,
            ],
            ...[lock.pool.toString(), lock.total.toString(), lock.memo, lock.beacon.name, lock.beacon.publicKey],
            ...[lock.beacon.genesisTime, lock.beacon.periodSeconds, lock.beaconRound, now()],
          ),
        // Written only beside the row of this very lock: entries can never stand beside another lock's root.
        ...documentStatements(db, lock.round, documents, lockId),
      ]);
      return inserted?.meta.changes === 1;
    },
    async insertUnlocked(rounds) {
      const alerts = rounds
        .filter((round) => round.state === 'held')
        .map((round) => heldAlert(round.round, round.reason));
      const inserted = db
        .prepare(
          `INSERT INTO rounds (round, state, reason, ends_at, updated_at)
           SELECT value ->> 'round', value ->> 'state', value ->> 'reason', value ->> 'endsAt', ?2 FROM json_each(?1) WHERE true
           ON CONFLICT (round) DO NOTHING`,
        )
        .bind(JSON.stringify(rounds), now());
      const [, raised] = await db.batch([inserted, heldAlertStatement(db, alerts, now())]);
      if (raised?.meta.changes === 0) return;
      for (const { key, message } of alerts) console.error(`ALERT ${key}: ${message}`);
    },
    commit: (round, seen) =>
      changesOne(
        `UPDATE rounds SET state = 'committed', commit_signature = ?2, commit_slot = ?3, commit_block_time = ?4, commit_final = ?5, updated_at = ?6
         WHERE round = ?1 AND state = 'locked'`,
        ...[round, seen.signature, seen.slot, seen.blockTime, seen.final ? 1 : 0, now()],
      ),
    commitmentFinal: (round, seen) =>
      changesOne(
        `UPDATE rounds SET commit_signature = ?2, commit_slot = ?3, commit_block_time = ?4, commit_final = 1, updated_at = ?5
         WHERE round = ?1 AND state = 'committed' AND commit_final = 0`,
        ...[round, seen.signature, seen.slot, seen.blockTime, now()],
      ),
    async draw(round, drawn, winners) {
      const [updated] = await db.batch([
        db
          .prepare(
            `UPDATE rounds SET state = 'drawn', beacon_signature = ?2, randomness = ?3, payout_status = 'drawn', drawn_at = ?4, updated_at = ?4
             WHERE round = ?1 AND state = 'committed' AND commit_final = 1`,
          )
          .bind(round, drawn.signature, drawn.randomness, now()),
        ...winners.map((winner) =>
          db
            .prepare(
              `INSERT INTO winners (round, place, address, lamports)
               SELECT round, ?2, ?3, ?4 FROM rounds WHERE round = ?1 AND state = 'drawn' AND randomness = ?5
               ON CONFLICT DO NOTHING`,
            )
            .bind(round, winner.place, winner.address, winner.lamports.toString(), drawn.randomness),
        ),
        ...countStatements(db),
      ]);
      return updated?.meta.changes === 1;
    },
    payoutSeen: (round, signature, status) =>
      changesOne(
        `UPDATE rounds SET payout_signature = ?2, payout_status = ?3, updated_at = ?4
         WHERE round = ?1 AND state = 'drawn' AND (payout_signature IS NOT ?2 OR payout_status <> ?3)`,
        ...[round, signature, status, now()],
      ),
    async pay(round, signature, slot) {
      const [updated] = await db.batch([
        db
          .prepare(
            `UPDATE rounds SET state = 'paid', payout_signature = ?2, payout_slot = ?3, payout_status = 'final', updated_at = ?4
             WHERE round = ?1 AND state = 'drawn'`,
          )
          .bind(round, signature, slot, now()),
        ...countStatements(db),
      ]);
      return updated?.meta.changes === 1;
    },
    rollOver: (round, reason) =>
      changesOne(
        `UPDATE rounds SET state = 'rolled-over', reason = ?2, updated_at = ?3 WHERE round = ?1 AND state = 'locked'`,
        ...[round, reason, now()],
      ),
    async hold(round, reason) {
      const alert = heldAlert(round, reason);
      const [updated] = await db.batch([
        db
          .prepare(
            `UPDATE rounds SET state = 'held', reason = ?2, updated_at = ?3 WHERE round = ?1 AND state IN ('locked', 'committed', 'drawn')`,
          )
          .bind(round, reason, now()),
        // In the same transaction: a held round that nobody is told of would be a lost one.
        heldAlertStatement(db, [alert], now()),
      ]);
      if (updated?.meta.changes !== 1) return false;
      console.error(`ALERT ${alert.key}: ${alert.message}`);
      return true;
    },
  };
}

interface HeldAlert {
  readonly round: number;
  readonly reason: Unlocked['reason'];
  readonly key: string;
  readonly message: string;
}

function heldAlert(round: number, reason: Unlocked['reason']): HeldAlert {
  return { round, reason, key: `held:${round}`, message: `Round ${round} is held (${reason}). ${reasonText(reason)}` };
}

/** Alerts about rounds that this very batch left held; about any other there is nothing to tell. */
function heldAlertStatement(db: D1Database, alerts: readonly HeldAlert[], raisedAt: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO alerts (key, message, raised_at)
       SELECT value ->> 'key', value ->> 'message', ?2 FROM json_each(?1)
       JOIN rounds r ON r.round = value ->> 'round' AND r.state = 'held' AND r.reason = value ->> 'reason'
       WHERE true ON CONFLICT (key) DO NOTHING`,
    )
    .bind(JSON.stringify(alerts), raisedAt);
}
