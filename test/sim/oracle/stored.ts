import type { Database } from '../database.ts';

/** Rows of the worker's database, which the invariants compare with the truth. */
export interface StoredRound {
  readonly round: number;
  readonly state: string;
  readonly reason: string | null;
  readonly memo: string | null;
  readonly pool_lamports: string | null;
  readonly ends_at: number;
  readonly payout_signature: string | null;
  readonly shelved_at: number | null;
}
export interface StoredAttempt {
  readonly key: string;
  readonly attempt: number;
  readonly state: string;
  readonly signature: string;
  readonly bytes: string;
  readonly last_valid_block_height: number;
}
export interface StoredLine {
  readonly cycle: number;
  readonly address: string;
  readonly amount: string;
}

export interface PlannedLine {
  readonly id: number;
  readonly currency: string;
  readonly proceeds: string | null;
  readonly carried_in: string | null;
  readonly fees: string | null;
  readonly total: string;
  readonly amount: string;
}

export const storedRounds = (database: Database) =>
  database.ask<StoredRound>(
    'SELECT round, state, reason, memo, pool_lamports, ends_at, payout_signature, shelved_at FROM rounds ORDER BY round',
  );
export const storedAttempts = (database: Database) =>
  database.ask<StoredAttempt>('SELECT key, attempt, state, signature, bytes, last_valid_block_height FROM journal');
export const storedCycles = (database: Database) =>
  database.ask<{ id: number; state: string; reason: string | null }>(
    'SELECT id, state, reason FROM tax_cycles ORDER BY id',
  );
/** A round's entries; each begins with the 32 bytes of its owner. */
export function storedEntries(database: Database, round: number, entries: number): Buffer[] {
  const body = database
    .ask<{ body: string }>(`SELECT body FROM round_documents WHERE round = ? AND kind = 'list' ORDER BY part`, round)
    .map((part) => part.body)
    .join('');
  const bytes = Buffer.from(body, 'base64');
  const size = entries === 0 ? 0 : bytes.length / entries;
  return Array.from({ length: entries }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}
/** Lines of tax cycles that the worker calls paid. */
export const paidLines = (database: Database) =>
  database.ask<StoredLine>(`SELECT cycle, address, amount FROM tax_lines WHERE status = 'SUCCESS'`);
/** Swaps whose proceeds the worker has stored. */
export const storedSwaps = (database: Database) =>
  database.ask<{ cycle: number; signature: string; proceeds: string }>(
    `SELECT cycle, signature, proceeds FROM tax_steps JOIN tax_cycles ON id = cycle
     WHERE name = 'swap' AND signature IS NOT NULL AND proceeds IS NOT NULL`,
  );
interface StoredPause {
  readonly id: number;
  readonly paused_at: number;
  readonly paused_by: string;
  readonly resumed_at: number | null;
}
export const storedPauses = (database: Database) =>
  database.ask<StoredPause>('SELECT id, paused_at, paused_by, resumed_at FROM pauses');
/** When each outflow was acknowledged by a person, by its signature. */
export const storedOutflows = (database: Database) =>
  database.ask<{ signature: string; acknowledged_at: number | null }>(
    'SELECT signature, acknowledged_at FROM outflows',
  );
/** Attempts of cycles that have ended, with the fees that each cycle has stored for all of them. */
export const endedAttempts = (database: Database) =>
  database.ask<{ id: number; fees: string | null; signature: string }>(
    `SELECT id, fees, signature FROM tax_cycles JOIN journal ON key LIKE 'tax:' || id || ':%'
     WHERE tax_cycles.state IN ('done', 'failed')`,
  );
/** Cycles that ended with a distribution, and what they carried in. */
export const doneCycles = (database: Database) =>
  database.ask<{ id: number; currency: string; carried_in: string | null }>(
    `SELECT id, currency, carried_in FROM tax_cycles WHERE state = 'done'`,
  );
/**
 * What each cycle under way divides, one row for each line, in base units. (When a cycle ends, it stores the true fees
 * instead.)
 */
export const plannedLines = (database: Database) =>
  database.ask<PlannedLine>(
    `SELECT id, currency, proceeds, carried_in, fees, total, amount FROM tax_cycles
     JOIN tax_lines ON cycle = id WHERE state = 'distribute' AND total IS NOT NULL`,
  );
/** Each alert, and when it was raised last, unix milliseconds of the worker's clock. */
export const storedAlerts = (database: Database) =>
  database.ask<{ key: string; raised_at: number }>('SELECT key, raised_at FROM alerts');
/** What has become of each round, the oldest first. A person has settled what is closed or shelved. */
export const storedEnds = (database: Database) =>
  database
    .ask<{ round: number; state: string; reason: string | null; ends_at: number; settled: number }>(
      `SELECT round, state, reason, ends_at, closed_at IS NOT NULL OR shelved_at IS NOT NULL AS settled
       FROM rounds ORDER BY round`,
    )
    .map(({ settled, ...rest }) => ({ ...rest, isSettled: settled === 1 }));
/** The checkpoint of a wallet; null while there is none. `takenAt` is unix milliseconds of the worker's clock. */
export const checkpointOf = (database: Database, wallet: string) =>
  database.ask<{ slot: number; takenAt: number }>(
    'SELECT slot, taken_at AS takenAt FROM checkpoints WHERE wallet = ?',
    wallet,
  )[0] ?? null;
