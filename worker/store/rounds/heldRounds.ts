import * as z from 'zod';
import type { PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import type { DrawnBeacon, SeenCommitment } from '../../../src/round/record.ts';
import { HOLD_REASONS, type HoldReason } from '../../../src/round/state.ts';
import { actionStatement } from '../journal/noteAction.ts';
import { batchChangesOne } from '../journal/writing.ts';
import type { Deed } from '../views/console/actions.ts';
import { countStatements } from './countWinners.ts';

/** What is stored of a held round beside its record. */
export interface HeldRound {
  readonly reason: HoldReason;
  readonly detail: string | null;
  readonly isShelved: boolean;
  /** Lamports that the round's marks promise; 0: nothing is set aside. Null if that is not stored. */
  readonly promised: bigint | null;
}

/** What an operator does with a held round, and why (`reason`). `held`: why the round was held when it was read. */
export interface Exit extends Deed {
  readonly round: number;
  readonly held: HoldReason;
}

/** The payment that ends a round: its transaction, and the slot it landed in. */
export interface ProvenPayment {
  readonly signature: string;
  readonly slot: number;
  /** The commitment that had promised the round's prizes. It is final. */
  readonly commitment: SeenCommitment;
  /** The draw, if the round was held before its draw was stored. */
  readonly draw: { readonly beacon: DrawnBeacon; readonly winners: readonly PlacedWinner[] } | null;
}

/**
 * The SQL condition that a held round still waits for a person, for the same reason as when it was read. Value 1 is the
 * round's number, value 2 that reason.
 */
const FOUND = `round = ?1 AND state = 'held' AND reason = ?2 AND closed_at IS NULL`;
/** A release and every kind of close take the round from the shelf. */
const OFF_THE_SHELF = 'shelved_at = NULL, shelved_by = NULL, shelved_reason = NULL';

/** What is stored of a held round that waits for a person to decide; null when the round does not wait for anybody. */
export async function heldRound(db: D1Database, round: number): Promise<HeldRound | null> {
  const found = await db
    .prepare(
      `SELECT reason, detail, shelved_at, promised_lamports FROM rounds WHERE round = ? AND state = 'held' AND closed_at IS NULL`,
    )
    .bind(round)
    .first();
  const row = z
    .object({
      ...{ reason: z.enum(HOLD_REASONS), detail: z.string().nullable(), shelved_at: z.int().nullable() },
      promised_lamports: z.string().transform(BigInt).nullable(),
    })
    .nullable()
    .parse(found);
  return (
    row && {
      ...{ reason: row.reason, detail: row.detail, isShelved: row.shelved_at !== null },
      promised: row.promised_lamports,
    }
  );
}

/**
 * Lets a held round go on where its record says it stopped: drawn, committed or locked. While another round is in
 * flight, this call changes nothing, because only one round moves at a time. What the round's marks promise stays
 * stored. True when this call released the round.
 */
export async function releaseRound(db: D1Database, exit: Exit): Promise<boolean> {
  const { round, held, at } = exit;
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `UPDATE rounds SET reason = NULL, detail = NULL, released_at = ?3, updated_at = ?3,
           state = CASE WHEN randomness IS NOT NULL THEN 'drawn' WHEN commit_signature IS NOT NULL THEN 'committed' ELSE 'locked' END,
           forgiven = (SELECT count(*) FROM journal WHERE key = 'payout:' || rounds.round AND state = 'failed'),
           ${OFF_THE_SHELF}
         WHERE ${FOUND} AND memo IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM rounds WHERE state IN ('locked', 'committed', 'drawn'))`,
      )
      .bind(round, held, at),
    noted(db, exit, 'release', 'released_at'),
  ]);
}

/** Ends a committed round as paid by a payment that the chain proves. True when this call ended it. */
export async function closePaid(db: D1Database, exit: Exit, payment: ProvenPayment): Promise<boolean> {
  const { round, held, at } = exit;
  const { signature, slot, commitment, draw } = payment;
  const { beacon = null, winners = [] } = draw ?? {};
  return batchChangesOne(db, winners.length, [
    ...winners.map((winner) =>
      db
        .prepare(
          `INSERT INTO winners (round, place, address, lamports)
           SELECT round, ?3, ?4, ?5 FROM rounds WHERE ${FOUND} AND randomness IS NULL ON CONFLICT DO NOTHING`,
        )
        .bind(round, held, winner.place, winner.address, winner.lamports.toString()),
    ),
    db
      .prepare(
        `UPDATE rounds SET state = 'paid', reason = NULL, closed_at = ?3, payout_signature = ?4, payout_slot = ?5, payout_status = 'final',
           beacon_signature = coalesce(beacon_signature, ?6), randomness = coalesce(randomness, ?7),
           commit_signature = ?8, commit_slot = ?9, commit_block_time = ?10, commit_final = 1,
           drawn_at = coalesce(drawn_at, ?3), paid_at = coalesce(paid_at, ?3), final_at = ?3, updated_at = ?3,
           ${OFF_THE_SHELF}
         WHERE ${FOUND} AND memo IS NOT NULL AND (randomness IS NOT NULL OR ?7 IS NOT NULL)`,
      )
      .bind(
        ...[round, held, at, signature, slot, beacon?.signature ?? null, beacon?.randomness ?? null],
        ...[commitment.signature, commitment.slot, commitment.blockTime],
      ),
    acknowledged(db, exit, signature),
    ...countStatements(db),
    noted(db, exit, 'close', 'closed_at'),
  ]);
}

/**
 * As `closePaid`, for a round whose record the database has lost. The round stays held and waits for nobody any more.
 * `paid`: the lamports of its payment. From now on they are stored as what the round promised.
 */
export async function closeUnrecorded(
  db: D1Database,
  exit: Exit,
  { signature, slot, paid }: Pick<ProvenPayment, 'signature' | 'slot'> & { readonly paid: bigint },
): Promise<boolean> {
  const { round, held, at } = exit;
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `UPDATE rounds SET closed_at = ?3, payout_signature = ?4, payout_slot = ?5, updated_at = ?3,
           promised_lamports = ?6, ${OFF_THE_SHELF}
         WHERE ${FOUND}`,
      )
      .bind(round, held, at, signature, slot, paid.toString()),
    acknowledged(db, exit, signature),
    noted(db, exit, 'close', 'closed_at'),
  ]);
}

/** Ends a round that was not committed in time. Its prizes stay in the pool. True when this call ended it. */
export async function closeUncommitted(db: D1Database, exit: Exit, detail: string): Promise<boolean> {
  const { round, held, at } = exit;
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `UPDATE rounds SET state = 'rolled-over', reason = 'commitment-late', detail = ?4, closed_at = ?3, updated_at = ?3,
           ${OFF_THE_SHELF}
         WHERE ${FOUND} AND randomness IS NULL`,
      )
      .bind(round, held, at, detail),
    noted(db, exit, 'close', 'closed_at'),
  ]);
}

/**
 * Shelves a held round: it stays owed, and the public pages say so. `promised`: its prizes in lamports, if they are
 * known from its marks only; otherwise null. True when this call shelved it.
 */
export async function shelveRound(db: D1Database, exit: Exit, promised: bigint | null): Promise<boolean> {
  const { round, held, by, reason, at } = exit;
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `UPDATE rounds SET shelved_at = ?3, shelved_by = ?4, shelved_reason = ?5, promised_lamports = coalesce(promised_lamports, ?6), updated_at = ?3
         WHERE ${FOUND} AND shelved_at IS NULL`,
      )
      .bind(round, held, at, by, reason, promised?.toString() ?? null),
    noted(db, exit, 'shelve', 'shelved_at'),
  ]);
}

/**
 * Stores that the pool keeps nothing back for this round. The mark of its payment exists, so nothing can pay its hour
 * any more. What was promised still counts towards the day's limit.
 */
export async function setNothingAside(db: D1Database, { round, held, at }: Exit): Promise<void> {
  await db
    .prepare(
      `UPDATE rounds SET total_lamports = coalesce(total_lamports, promised_lamports), promised_lamports = '0', updated_at = ?3
       WHERE ${FOUND} AND promised_lamports IS NOT '0'`,
    )
    .bind(round, held, at)
    .run();
}

/** The statement that acknowledges a payment which the journal lacks, so that the reconciler does not report it. */
function acknowledged(db: D1Database, { round, by, reason, at }: Exit, signature: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outflows (signature, found_at, acknowledged_at, acknowledged_by, reason, round)
       SELECT ?2, ?3, ?3, ?4, coalesce(?5, 'the payment of round ' || round), round
       FROM rounds WHERE round = ?1 AND closed_at = ?3 AND payout_signature = ?2
         AND NOT EXISTS (SELECT 1 FROM journal WHERE signature = ?2)
       ON CONFLICT (signature) DO UPDATE SET round = excluded.round,
         acknowledged_at = coalesce(acknowledged_at, excluded.acknowledged_at),
         acknowledged_by = coalesce(acknowledged_by, excluded.acknowledged_by), reason = coalesce(reason, excluded.reason)`,
    )
    .bind(round, signature, at, by, reason);
}

function noted(db: D1Database, exit: Exit, action: string, column: 'released_at' | 'closed_at' | 'shelved_at') {
  return actionStatement(db, exit, {
    action,
    subject: `round ${exit.round}`,
    where: `EXISTS (SELECT 1 FROM rounds WHERE round = ?6 AND ${column} = ?1)`,
    values: [exit.round],
  });
}
