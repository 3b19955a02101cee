import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { actionStatement } from '../journal/noteAction.ts';
import { newest, type PauseStart, pauseStatement } from '../journal/pauses.ts';
import { OLDEST_FIRST, type Outflow, outflowRows, UNACKNOWLEDGED } from '../views/console/outflows.ts';

/** What an operator gives to let the rounds go on. `at` is unix milliseconds. */
export interface Resumption {
  readonly by: string;
  readonly reason: string;
  /** Signatures of outflows. */
  readonly acknowledge: readonly string[];
  readonly at: number;
}

export type ResumeOutcome =
  | { readonly kind: 'resumed' }
  /** No outflow has these signatures. Nothing has changed. */
  | { readonly kind: 'unknown'; readonly signatures: readonly string[] }
  /** These outflows are not acknowledged yet, and not all of them were named. Nothing has changed. */
  | { readonly kind: 'unacknowledged'; readonly outflows: readonly Outflow[] };

const NAMED = 'SELECT value FROM json_each(?1)';
const ALL_KNOWN = `NOT EXISTS (${NAMED} WHERE value NOT IN (SELECT signature FROM outflows))`;
const signatures = z
  .array(z.object({ value: z.string() }))
  .transform((found) => found.map(({ value }): string => value));

/** Those of the signatures whose outflows are acknowledged, and so explained. */
export async function acknowledgedAmong(db: D1Database, asked: readonly string[]): Promise<ReadonlySet<string>> {
  const { results } = await db
    .prepare(`SELECT signature AS value FROM outflows WHERE acknowledged_at IS NOT NULL AND signature IN (${NAMED})`)
    .bind(JSON.stringify(asked))
    .all();
  return new Set(signatures.parse(results));
}

/**
 * The stored outflows of a wallet that nobody has acknowledged yet. Left out are those that landed before slot `since`,
 * or that were found before the checkpoint and whose slot is not known: they may explain nothing that is missing since.
 */
export async function openOutflows(db: D1Database, wallet: Address, since: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT signature AS value FROM outflows
       WHERE acknowledged_at IS NULL AND EXISTS (SELECT 1 FROM json_each(wallets) WHERE value = ?1)
         AND CASE WHEN slot IS NULL THEN found_at > (SELECT taken_at FROM checkpoints WHERE wallet = ?1) ELSE slot >= ?2 END`,
    )
    .bind(wallet, since)
    .all();
  return signatures.parse(results);
}

/** Outflows that were found in the history of a pool wallet. Another pool wallet may have signed them too. */
interface FoundOutflows {
  readonly wallet: Address;
  readonly signatures: readonly string[];
}

/**
 * Stores outflows and pauses new locks, both or neither, so that no one resumes the rounds without being shown the
 * outflows. They explain the wallet's balance until they are acknowledged: how long it is not explained counts anew.
 */
export async function recordOutflows(db: D1Database, found: FoundOutflows, pause: PauseStart): Promise<void> {
  await db.batch([
    db
      .prepare(
        `INSERT INTO outflows (signature, wallets, found_at) SELECT value, json_array(?2), ?3 FROM json_each(?1) WHERE true
         ON CONFLICT (signature) DO UPDATE SET wallets = json_insert(coalesce(outflows.wallets, '[]'), '$[#]', ?2)
         WHERE NOT EXISTS (SELECT 1 FROM json_each(outflows.wallets) WHERE value = ?2)`,
      )
      .bind(JSON.stringify(found.signatures), found.wallet, pause.at),
    db.prepare('UPDATE checkpoints SET unexplained_since = NULL WHERE wallet = ?').bind(found.wallet),
    // If a person has acknowledged every outflow in the meantime, no pause is needed.
    pauseStatement(db, pause, `(SELECT count(*) FROM (${UNACKNOWLEDGED})) > 0`),
  ]);
}

/**
 * Acknowledges the named outflows and ends the pause. Nothing changes if an unacknowledged outflow is not named, or if
 * a given signature is not that of an outflow. All is one transaction, so that an outflow that is found meanwhile keeps
 * the pause. An outflow that is acknowledged already keeps the name of the operator who acknowledged it.
 */
export async function resumeRounds(
  db: D1Database,
  { by, reason, acknowledge, at }: Resumption,
): Promise<ResumeOutcome> {
  const named = JSON.stringify(acknowledge);
  const [, , unknown, left] = await db.batch([
    db
      .prepare(
        `UPDATE outflows SET acknowledged_at = ?2, acknowledged_by = ?3, reason = ?4
         WHERE acknowledged_at IS NULL AND ${ALL_KNOWN}
           AND NOT EXISTS (${UNACKNOWLEDGED} AND signature NOT IN (${NAMED}))`,
      )
      .bind(named, at, by, reason),
    db
      .prepare(
        `UPDATE pauses SET resumed_at = ?2, resumed_by = ?3
         WHERE resumed_at IS NULL AND ${ALL_KNOWN} AND NOT EXISTS (${UNACKNOWLEDGED})`,
      )
      .bind(named, at, by),
    db.prepare(`${NAMED} WHERE value NOT IN (SELECT signature FROM outflows)`).bind(named),
    db.prepare(`${UNACKNOWLEDGED} ${OLDEST_FIRST}`),
    actionStatement(
      db,
      { by, reason, at },
      {
        ...{ action: 'resume', subject: 'rounds', values: [] },
        where: `EXISTS (SELECT 1 FROM pauses WHERE ${newest('pauses')} AND resumed_at = ?1 AND resumed_by = ?2)`,
      },
    ),
    db
      .prepare(
        `INSERT INTO actions (at, by, action, subject, reason)
         SELECT ?1, ?2, 'acknowledge', 'outflow ' || signature, ?3 FROM outflows
         WHERE signature IN (SELECT value FROM json_each(?4)) AND acknowledged_at = ?1 AND acknowledged_by = ?2`,
      )
      .bind(at, by, reason, named),
  ]);
  const unknownNames = signatures.parse(unknown?.results);
  if (unknownNames.length > 0) return { kind: 'unknown', signatures: unknownNames };
  const outflows = outflowRows.parse(left?.results);
  return outflows.length > 0 ? { kind: 'unacknowledged', outflows } : { kind: 'resumed' };
}
