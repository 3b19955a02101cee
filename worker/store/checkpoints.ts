import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';

/** A pool wallet's finalized balance at a slot at which every outflow was explained. `takenAt` is unix milliseconds. */
export interface Checkpoint {
  readonly slot: number;
  readonly takenAt: number;
  readonly lamports: bigint;
}

/**
 * The newest checkpoint, of a wallet if one is given: after a change of the pool's key the old wallet's says nothing.
 * Those of before wallets were kept count as its own.
 */
export async function newestCheckpoint(db: D1Database, wallet: Address | null = null): Promise<Checkpoint | null> {
  const found = await db
    .prepare(
      `SELECT slot, taken_at, lamports FROM checkpoints WHERE ?1 IS NULL OR wallet IS NULL OR wallet = ?1
       ORDER BY slot DESC LIMIT 1`,
    )
    .bind(wallet)
    .first();
  if (found === null) return null;
  const row = z.object({ slot: z.int(), taken_at: z.int(), lamports: z.string().transform(BigInt) }).parse(found);
  return { slot: row.slot, takenAt: row.taken_at, lamports: row.lamports };
}

/**
 * Replaces older checkpoints of the wallet: only its newest is ever asked for. The first of each UTC month stays, for the
 * month's statement.
 */
export async function writeCheckpoint(
  db: D1Database,
  { slot, takenAt, lamports }: Checkpoint,
  wallet: Address | null = null,
): Promise<void> {
  await db.batch([
    db.prepare('DELETE FROM checkpoints WHERE slot < ?1 AND (wallet IS NULL OR wallet IS ?2)').bind(slot, wallet),
    db
      .prepare(
        'INSERT INTO checkpoints (slot, taken_at, lamports, wallet) VALUES (?, ?, ?, ?) ON CONFLICT (slot) DO NOTHING',
      )
      .bind(slot, takenAt, lamports.toString(), wallet),
    ...(wallet === null ? [] : [monthStatement(db, wallet, { slot, takenAt, lamports })]),
  ]);
}

function monthStatement(db: D1Database, wallet: Address, { slot, takenAt, lamports }: Checkpoint): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO month_balances (month, wallet, slot, taken_at, lamports)
       VALUES (strftime('%Y-%m', ?2 / 1000, 'unixepoch'), ?1, ?3, ?2, ?4) ON CONFLICT DO NOTHING`,
    )
    .bind(wallet, takenAt, slot, lamports.toString());
}

/** A transaction lands within 150 blocks of the slot in which it was signed: many of these may have been skipped. */
const LANDS_WITHIN_SLOTS = 1_000;

/**
 * What the journal can explain of a pool wallet's balance after a slot: prizes of the rounds it paid there, and how many
 * transactions have landed there or may have. Each round is of the wallet that its lock names; null: of all.
 * By slots, not by our clock, which may have been wrong for a while.
 */
export async function journaledSince(
  db: D1Database,
  slot: number,
  wallet: Address | null = null,
): Promise<{ prizes: bigint; transactions: number }> {
  const found = await db
    .prepare(
      `SELECT count(*) AS transactions,
         CAST(coalesce(sum(CASE WHEN j.key LIKE 'payout:%' AND j.state IN ('confirmed', 'finalized') THEN CAST(r.total_lamports AS INTEGER) END), 0) AS TEXT) AS prizes
       FROM journal j INDEXED BY journal_of_pool
       LEFT JOIN rounds r ON r.round = CAST(substr(j.key, instr(j.key, ':') + 1) AS INTEGER)
       WHERE j.signed_slot > ?1 - ${LANDS_WITHIN_SLOTS} AND (j.key < 'tax:' OR j.key >= 'tax;')
         AND (j.slot > ?1 OR (j.slot IS NULL AND j.state <> 'expired'))
         AND (?2 IS NULL OR r.wallet IS NULL OR r.wallet = ?2)`,
    )
    .bind(slot, wallet)
    .first();
  return z.object({ transactions: z.int(), prizes: z.string().transform(BigInt) }).parse(found);
}

/** Of these signatures, those no journal row knows. */
export async function unjournaled(db: D1Database, signatures: readonly string[]): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT value AS signature FROM json_each(?) WHERE value NOT IN (SELECT signature FROM journal)')
    .bind(JSON.stringify(signatures))
    .all();
  return z
    .array(z.object({ signature: z.string() }))
    .parse(results)
    .map((row) => row.signature);
}
