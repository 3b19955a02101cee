import type { CycleExit, CycleInFlight } from '../../../src/tax/cycle.ts';
import { alertStatement } from '../journal/alerts.ts';
import { actionStatement } from '../journal/noteAction.ts';
import { batchChangesOne } from '../journal/writing.ts';
import type { Deed } from '../views/console/actions.ts';
import { endCycle } from './taxTransitions.ts';

/** What an operator wants of a tax cycle that waits. */
export interface CycleOrder {
  readonly cycle: number;
  readonly exit: CycleExit;
  readonly by: string;
  readonly reason: string;
}

/** A payment of the cycle that the chain shows and the database has lost. `blockTime` is unix seconds. */
export interface CyclePayment {
  readonly signature: string;
  readonly to: string;
  readonly lamports: bigint;
  readonly blockTime: number | null;
}

/** The result of an order. Only `done` has changed anything. */
export type CycleOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'paid'; readonly payments: readonly CyclePayment[] };

/** What the chain says of a cycle that a person ends. */
export interface ClosedCycle {
  readonly detail: string;
  /** Sentences that say why the next cycle does not get what this one left over. Null when the next cycle gets it. */
  readonly kept: string | null;
  readonly fees: bigint;
  readonly carriedOut: bigint;
  /** Numbers of the lines that the chain has paid. All other lines that wait have failed. */
  readonly paid: readonly number[];
  readonly basis: CloseBasis;
}

/**
 * How many rows the database had when the sums of a close were computed. If it has other numbers now, the sums are out
 * of date.
 */
export interface CloseBasis {
  readonly lines: number;
  /** Lines that were paid. */
  readonly paid: number;
  /** Attempts at the cycle's transactions that have not expired. */
  readonly attempts: number;
}

/** SQL: the numbers of rows of cycle ?1 are still those of the basis. */
const basedOn = ({ lines, paid, attempts }: CloseBasis, id: number) =>
  `(SELECT count(*) FROM tax_lines WHERE cycle = ?1) = ${lines}
   AND (SELECT count(*) FROM tax_lines WHERE cycle = ?1 AND status = 'SUCCESS') = ${paid}
   AND (SELECT count(*) FROM journal WHERE key >= 'tax:${id}:' AND key < 'tax:${id};' AND state <> 'expired') = ${attempts}`;

/** SQL: the step is neither final nor failed, and its fee is not stored yet. */
const IS_OPEN = `status IN ('pending', 'confirmed') AND fee IS NULL`;

/** SQL: a transaction of a step that may still land, or that has landed and whose result is not stored yet. */
const ON_ITS_WAY = `SELECT 1 FROM tax_steps s JOIN journal j ON j.key = 'tax:' || s.cycle || ':' || s.name || ':' || s.part
  WHERE s.cycle = tax_cycles.id AND ${IS_OPEN} AND j.state NOT IN ('failed', 'expired')`;

/**
 * An operator ends a cycle under way. Its waiting lines are settled as the chain says. From then on the journal takes
 * no attempt of the cycle, so an instance that is about to write one fails and sends nothing. True when this call ended
 * the cycle. False while a transaction of the cycle may still land, and when `basis` or `state` is out of date.
 */
export async function closeCycle(
  db: D1Database,
  { id, state, deed }: { readonly id: number; readonly state: CycleInFlight; readonly deed: Deed },
  { detail, kept, fees, carriedOut, paid, basis }: ClosedCycle,
): Promise<boolean> {
  const closedBy = (own: string, at: string) =>
    `EXISTS (SELECT 1 FROM tax_cycles WHERE id = ${own} AND reason = 'closed' AND ended_at = ${at})`;
  const isClosed = closedBy('?1', '?2');
  const alert = { key: `tax-kept:${id}`, message: `Tax cycle ${id} was closed. ${kept}`, raisedAt: deed.at };
  const update = db
    .prepare(
      `UPDATE tax_cycles SET state = 'failed', reason = 'closed', fees = ?3, carried_out = ?4, state_since = ?5, ended_at = ?5, detail = ?6
       WHERE id = ?1 AND state = ?2 AND NOT EXISTS (${ON_ITS_WAY})
         AND ${basedOn(basis, id)}`,
    )
    .bind(id, state, fees.toString(), carriedOut.toString(), deed.at, detail);
  return endCycle(db, id, update, [
    db
      .prepare(
        `UPDATE tax_lines SET status = iif(line IN (SELECT value FROM json_each(?3)), 'SUCCESS', 'FAILED')
         WHERE cycle = ?1 AND status = 'pending' AND ${isClosed}`,
      )
      .bind(id, deed.at, JSON.stringify(paid)),
    actionStatement(db, deed, {
      ...{ action: 'close', subject: `tax cycle ${id}`, values: [id] },
      where: closedBy('?6', '?1'),
    }),
    ...(kept === null ? [] : [alertStatement(db, alert, { where: closedBy('?4', '?3'), values: [id] })]),
  ]);
}

/** Clears the stored refusal of a signer, so that the cycle tries again. True when the cycle was still in `state`. */
export async function releaseCycle(
  db: D1Database,
  { id, state, deed }: { readonly id: number; readonly state: CycleInFlight; readonly deed: Deed },
): Promise<boolean> {
  return batchChangesOne(db, 0, [
    db.prepare('UPDATE tax_cycles SET detail = NULL WHERE id = ? AND state = ?').bind(id, state),
    actionStatement(db, deed, {
      ...{ action: 'release', subject: `tax cycle ${id}`, values: [id, state] },
      where: 'EXISTS (SELECT 1 FROM tax_cycles WHERE id = ?6 AND state = ?7)',
    }),
  ]);
}
