import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { acknowledgedStatement, parseAcknowledged } from './losses.ts';

/**
 * A pool wallet's finalized balance at a slot. Every outflow until then was explained or, for an old pool wallet, a
 * person was told of it. `takenAt` is unix milliseconds.
 */
export interface Checkpoint {
  readonly wallet: Address;
  readonly slot: number;
  readonly takenAt: number;
  readonly lamports: bigint;
}

const checkpointRow = z.object({ slot: z.int(), taken_at: z.int(), lamports: z.string().transform(BigInt) });
const journaledRow = z.object({ transactions: z.int(), prizes: z.string().transform(BigInt) });

/** A wallet's newest checkpoint, and what explains a lower balance at later slots. */
export interface SinceCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The prizes of the rounds that the wallet has paid since the checkpoint, lamports. */
  readonly prizes: bigint;
  /** How many transactions have landed since the checkpoint, or may have landed. */
  readonly transactions: number;
  /** Lamports that acknowledged outflows took from the wallet since the checkpoint. */
  readonly acknowledged: bigint;
}

/**
 * The newest checkpoint of a wallet, and what explains a lower balance since then; acknowledged outflows count only up
 * to slot `to`. All of it is read in one batch, because the checkpoint could be replaced between two reads. Null
 * before the first checkpoint.
 */
export async function sinceCheckpoint(db: D1Database, wallet: Address, to: number): Promise<SinceCheckpoint | null> {
  const [found, journaled, acknowledged] = await db.batch([
    db.prepare('SELECT slot, taken_at, lamports FROM checkpoints WHERE wallet = ?').bind(wallet),
    journaledStatement(db, wallet),
    acknowledgedStatement(db, wallet, to),
  ]);
  const newest = found?.results[0];
  if (newest === undefined) return null;
  const { slot, taken_at, lamports } = checkpointRow.parse(newest);
  return {
    checkpoint: { wallet, slot, takenAt: taken_at, lamports },
    ...journaledRow.parse(journaled?.results[0]),
    acknowledged: parseAcknowledged(acknowledged?.results),
  };
}

const oldestRow = z.object({ oldest: z.int().nullable() });

/**
 * The time of the oldest checkpoint of these wallets, unix milliseconds. Outflows since that time may still be looked
 * for. Null before the first checkpoint.
 */
export async function oldestCheckpoint(db: D1Database, wallets: readonly Address[]): Promise<number | null> {
  const found = await db
    .prepare('SELECT min(taken_at) AS oldest FROM checkpoints WHERE wallet IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(wallets))
    .first();
  return oldestRow.parse(found).oldest;
}

/**
 * Stores a checkpoint in place of the wallet's older one, and of all that was noted for that one. A wallet's first
 * checkpoint of each UTC month is also stored in `month_balances`, for the month's statement.
 */
export async function writeCheckpoint(db: D1Database, checkpoint: Checkpoint): Promise<void> {
  const { wallet, slot, takenAt, lamports } = checkpoint;
  await db.batch([
    db
      .prepare(
        `INSERT INTO checkpoints (wallet, slot, taken_at, lamports) VALUES (?, ?, ?, ?)
         ON CONFLICT (wallet) DO UPDATE SET slot = excluded.slot, taken_at = excluded.taken_at, lamports = excluded.lamports,
           unexplained_since = NULL, searched = NULL
         WHERE excluded.slot > checkpoints.slot`,
      )
      .bind(wallet, slot, takenAt, lamports.toString()),
    monthStatement(db, checkpoint),
  ]);
}

function monthStatement(db: D1Database, { wallet, slot, takenAt, lamports }: Checkpoint): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO month_balances (month, wallet, slot, taken_at, lamports)
       VALUES (strftime('%Y-%m', ?2 / 1000, 'unixepoch'), ?1, ?3, ?2, ?4) ON CONFLICT DO NOTHING`,
    )
    .bind(wallet, takenAt, slot, lamports.toString());
}

/**
 * A transaction lands at most 150 blocks after it was signed. 150 blocks may take many more than 150 slots, since a
 * slot may have no block.
 */
const LANDS_WITHIN_SLOTS = 1_000;

/**
 * What the journal explains of a pool wallet's balance after its checkpoint: the prizes of the rounds that the wallet
 * paid since, and how many transactions landed or may have landed since. A round belongs to the wallet that its lock
 * names. Slots decide what came after the checkpoint, because our clock may have been wrong. An expired attempt counts
 * as well: it may have failed on chain and cost its fee, in a block that the nodes have lost.
 */
function journaledStatement(db: D1Database, wallet: Address): D1PreparedStatement {
  const slot = '(SELECT slot FROM checkpoints WHERE wallet = ?1)';
  return db
    .prepare(
      `SELECT count(*) AS transactions,
         CAST(coalesce(sum(CASE WHEN j.key LIKE 'payout:%' AND j.state IN ('confirmed', 'finalized') THEN CAST(r.total_lamports AS INTEGER) END), 0) AS TEXT) AS prizes
       FROM journal j INDEXED BY journal_of_pool
       LEFT JOIN rounds r ON r.round = CAST(substr(j.key, instr(j.key, ':') + 1) AS INTEGER)
       WHERE j.signed_slot > ${slot} - ${LANDS_WITHIN_SLOTS} AND (j.key < 'tax:' OR j.key >= 'tax;')
         AND (j.slot > ${slot} OR j.slot IS NULL)
         AND (r.wallet IS NULL OR r.wallet = ?1)`,
    )
    .bind(wallet);
}

/**
 * Those of the signatures that are neither in the journal nor of an announcement of `authority`. If `authority` is
 * null, signatures of announcements are returned too. A transaction that made the mark of an announcement, but has not
 * the form of one, does not count as an announcement: it may also have done something else.
 */
export async function unjournaled(
  db: D1Database,
  signatures: readonly string[],
  authority: Address | null,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT value AS signature FROM json_each(?1) WHERE value NOT IN (SELECT signature FROM journal)
         AND value NOT IN (SELECT signature FROM terms WHERE authority = ?2 AND memo IS NOT NULL)`,
    )
    .bind(JSON.stringify(signatures), authority)
    .all();
  return z
    .array(z.object({ signature: z.string() }))
    .parse(results)
    .map((row) => row.signature);
}
