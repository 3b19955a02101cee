import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockDocuments, LockRecord } from '../../../src/protocol/terms/lock.ts';
import type { Payouts } from '../../../src/round/payouts.ts';
import { reasonText } from '../../../src/round/reasonText.ts';
import type { HoldReason, RollOverReason } from '../../../src/round/state.ts';
import { RAISED_AGAIN } from '../journal/alerts.ts';
import { batchChangesOne, type Writing } from '../journal/writing.ts';
import { inParts, toBase64 } from '../rows/bodies.ts';

/** A round that has no lock and is to be stored as rolled over or held. */
export interface Unlocked {
  readonly round: number;
  readonly endsAt: number;
  readonly state: 'rolled-over' | 'held';
  readonly reason: RollOverReason | HoldReason;
  /** The pool wallet of a held round: what the round owes is set aside on it. */
  readonly wallet?: Address;
  /** The exact reason, for operators; null when `reason` says everything. */
  readonly detail: string | null;
  /** Lamports that the marks of a held round promise: they are set aside at once. Null while nobody can say. */
  readonly promised?: bigint | null;
  /** Prizes that the commitment of a held round names, lamports; null when they are not known. */
  readonly total?: bigint | null;
  /** Why the round could not be locked in time, in words for everyone; null when there is nothing to explain. */
  readonly cause?: string | null;
}

/** What is needed to store a lock. The lock fixes `payouts` for its round. */
export interface Locking extends Writing {
  readonly payouts: Payouts;
}

/** SQL for the causes of a round that is being locked: what has stood in the way of its lock. Value: the round. */
const NOTED_CAUSE = `(SELECT json_object('lock', cause) FROM lock_problems WHERE round = ? AND cause IS NOT NULL)`;

/**
 * Stores a lock with its documents. False when the round already had a row, or while a pause lasts. A pause counts as
 * soon as it is stored, even if by our clock it begins later.
 */
export async function insertLock(
  { db, at, payouts }: Locking,
  lock: LockRecord,
  documents: LockDocuments,
  lockId: string,
): Promise<boolean> {
  const columns = lockColumns({ at, payouts }, lock, lockId);
  const names = Object.keys(columns);
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `INSERT INTO rounds (causes, ${names.join(', ')}) SELECT ${NOTED_CAUSE}, ${names.map(() => '?').join(', ')}
         WHERE NOT EXISTS (SELECT 1 FROM pauses WHERE resumed_at IS NULL) ON CONFLICT (round) DO NOTHING`,
      )
      .bind(lock.round, ...Object.values(columns)),
    // Written only if the row of this very lock exists, so that entries never stand beside another lock's root.
    ...documentStatements(db, lock.round, documents, lockId),
  ]);
}

/** A lock as the columns of its row. */
export function lockColumns({ at, payouts }: Pick<Locking, 'at' | 'payouts'>, lock: LockRecord, lockId: string) {
  return {
    round: lock.round,
    state: 'locked',
    payouts,
    rules: lock.rules,
    ends_at: lock.endsAt,
    lock_seconds: lock.lockSeconds,
    lock_id: lockId,
    wallet: lock.wallet,
    snapshot_slot: lock.slot,
    snapshot_at: lock.takenAt,
    entries: lock.entries,
    root: lock.root,
    rules_hash: lock.rulesHash,
    memo: lock.memo,
    pool_lamports: lock.pool.toString(),
    total_lamports: lock.total.toString(),
    beacon_network: lock.beacon.name,
    beacon_public_key: lock.beacon.publicKey,
    beacon_genesis: lock.beacon.genesisTime,
    beacon_period: lock.beacon.periodSeconds,
    beacon_round: lock.beaconRound,
    locked_at: at,
    updated_at: at,
  };
}

const raisedRows = z.array(z.object({ key: z.string(), message: z.string() }));

/** Stores rounds without a lock. A round that has a row keeps that row. For a held round, an alert is raised. */
export async function insertUnlocked({ db, at }: Writing, rounds: readonly Unlocked[]): Promise<void> {
  const alerts = rounds.filter((round) => round.state === 'held').map(heldAlert);
  const inserted = db
    .prepare(
      `INSERT INTO rounds (round, state, reason, payouts, wallet, detail, ends_at, promised_lamports, total_lamports, updated_at, causes)
       SELECT value ->> 'round', value ->> 'state', value ->> 'reason',
         iif(value ->> 'reason' = 'shadow', 'shadow', 'live'), value ->> 'wallet', value ->> 'detail', value ->> 'endsAt',
         value ->> 'promised', value ->> 'total', ?2,
         iif(value ->> 'cause' IS NULL, NULL, json_object('lock', value ->> 'cause'))
       FROM json_each(?1) WHERE true ON CONFLICT (round) DO NOTHING`,
    )
    .bind(
      JSON.stringify(
        rounds.map((round) => ({
          ...round,
          promised: round.promised?.toString() ?? null,
          total: round.total?.toString() ?? null,
        })),
      ),
      at,
    );
  const [, raised] = await db.batch([inserted, heldAlertStatement({ db, at }, alerts)]);
  for (const { key, message } of raisedRows.parse(raised?.results)) console.error(`ALERT ${key}: ${message}`);
}

export interface HeldAlert {
  readonly round: number;
  readonly reason: Unlocked['reason'];
  readonly key: string;
  readonly message: string;
}

/** What an operator is told of a held round. */
export function heldAlert({ round, reason, detail }: Pick<Unlocked, 'round' | 'reason' | 'detail'>): HeldAlert {
  const cause = detail === null ? '' : ` Cause: ${detail}.`;
  const message = `Round ${round} is held (${reason}). ${reasonText(reason)}${cause}`;
  return { round, reason, key: `held:${round}`, message };
}

/**
 * The last statement of a batch that holds rounds. It raises each alert whose round is now held for the alert's reason.
 * A round that is held again after a release gets an alert with a new key. The statement returns the raised alerts.
 */
export function heldAlertStatement({ db, at }: Writing, alerts: readonly HeldAlert[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO alerts (key, message, raised_at)
       SELECT value ->> 'key' || coalesce(':' || r.released_at, ''), value ->> 'message', ?2 FROM json_each(?1)
       JOIN rounds r ON r.round = value ->> 'round' AND r.state = 'held' AND r.reason = value ->> 'reason'
       WHERE true ${RAISED_AGAIN} RETURNING key, message`,
    )
    .bind(JSON.stringify(alerts), at);
}

/**
 * The inserts that go into the batch of the lock to which the documents belong. Bodies are TEXT: D1 is ten times slower
 * with blobs.
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
