import { basisPointsOf } from '../../src/distribution/percentage.ts';
import { type CycleFailure, type CycleInFlight, type MayFail, NEXT_CYCLE_STATES } from '../../src/tax/cycle.ts';
import type { DistributionPlan } from '../../src/tax/planDistribution.ts';
import { actionStatement, type Deed } from './actions.ts';
import { mayBecome } from './states.ts';
import { countStatements } from './taxDays.ts';
import type { TaxCurrency } from './taxRows.ts';
import { insertSteps } from './taxSteps.ts';
import type { Writing } from './writing.ts';

export interface NewCycle {
  /** Unix second of its start. */
  readonly id: number;
  readonly currency: TaxCurrency;
  /** The version of the configuration in force; null while there is none. */
  readonly configVersion: number | null;
  /** GOD base units; `inMint` is part of `withheld`. */
  readonly withheld: bigint;
  readonly inMint: bigint;
  readonly unsold: bigint;
  readonly harvests: readonly { readonly amount: bigint; readonly accounts: readonly string[] }[];
}

/** Begins a cycle with its harvests. False when another one is under way, or the id is taken. */
export async function startCycle({ db, at }: Writing, cycle: NewCycle): Promise<boolean> {
  const { id, currency, configVersion, withheld, inMint, unsold, harvests } = cycle;
  const [inserted] = await db.batch([
    db
      .prepare(
        `INSERT INTO tax_cycles (id, state, currency, config_version, withheld, in_mint, unsold, started_at, state_since)
         VALUES (?, 'harvest', ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      )
      .bind(id, currency, configVersion, withheld.toString(), inMint.toString(), unsold.toString(), at, at),
    // Beside a cycle that was there already these change nothing: its steps have the same keys.
    insertSteps(db, {
      cycle: id,
      name: 'harvest',
      currency: 'GOD',
      steps: harvests.map((harvest, part) => ({ ...harvest, part })),
      where: `c.state = 'harvest' AND c.started_at = ${at}`,
    }),
  ]);
  return inserted?.meta.changes === 1;
}

/** A look that found less than the minimum. Only the newest is kept: there are 720 a day. */
export async function recordEmpty(
  { db, at }: Writing,
  { id, currency, withheld, unsold }: Pick<NewCycle, 'id' | 'currency' | 'withheld' | 'unsold'>,
): Promise<void> {
  await db.batch([
    db.prepare(`DELETE FROM tax_cycles WHERE state = 'empty' AND id < ?`).bind(id),
    db
      .prepare(
        `INSERT INTO tax_cycles (id, state, currency, withheld, in_mint, unsold, started_at, state_since, ended_at)
         VALUES (?1, 'empty', ?2, ?3, '0', ?4, ?5, ?5, ?5) ON CONFLICT DO NOTHING`,
      )
      .bind(id, currency, withheld.toString(), unsold.toString(), at),
  ]);
}

export interface PlanToStore extends DistributionPlan {
  readonly currency: TaxCurrency;
  readonly carriedIn: bigint;
  /** Indexes of lines that cannot be paid: they fail at once. */
  readonly unpayable: ReadonlySet<number>;
}

/** What a plan needs, of the cycle `c`: it is planned once. */
const UNPLANNED = `c.state = 'distribute' AND c.total IS NULL`;

/** Fixes who receives what: lines, parts and totals in one transaction. False when it was planned already. */
export async function planCycle({ db }: Writing, id: number, plan: PlanToStore): Promise<boolean> {
  const lines = plan.lines.map((line, index) => ({
    ...line,
    line: index,
    amount: line.amount.toString(),
    basisPoints: basisPointsOf(line.percentage),
    status: plan.unpayable.has(index) ? 'FAILED' : 'pending',
  }));
  const payable = (part: number) =>
    plan.lines.reduce((sum, line, i) => sum + (line.part === part && !plan.unpayable.has(i) ? line.amount : 0n), 0n);
  const parts = Array.from({ length: plan.parts }, (_, part) => ({ part, amount: payable(part) }));
  const results = await db.batch([
    db
      .prepare(
        `INSERT INTO tax_lines (cycle, line, part, wallet_id, label, address, amount, basis_points, status)
         SELECT c.id, l.value ->> 'line', l.value ->> 'part', l.value ->> 'walletId', l.value ->> 'label', l.value ->> 'address',
           l.value ->> 'amount', l.value ->> 'basisPoints', l.value ->> 'status'
         FROM json_each(?2) l JOIN tax_cycles c ON c.id = ?1 WHERE ${UNPLANNED} ON CONFLICT DO NOTHING`,
      )
      .bind(id, JSON.stringify(lines)),
    insertSteps(db, {
      cycle: id,
      name: 'distribute',
      currency: plan.currency,
      where: UNPLANNED,
      steps: parts.filter(({ amount }) => amount > 0n),
    }),
    // Last: what the two above are guarded by must still hold while they run.
    db
      .prepare(
        `UPDATE tax_cycles AS c SET total = ?2, fees = ?3, carried_in = ?4, detail = NULL WHERE c.id = ?1 AND ${UNPLANNED}`,
      )
      .bind(id, plan.total.toString(), plan.fees.toString(), plan.carriedIn.toString()),
  ]);
  return results[2]?.meta.changes === 1;
}

export interface FailedCycle {
  readonly from: MayFail;
  readonly reason: CycleFailure;
  /** Why exactly, for operators; null when the reason says it all. */
  readonly detail: string | null;
  /** Lamports that were spent for nothing: `carriedOut` lets the next cycle's proceeds bear them. */
  readonly fees: bigint;
  readonly carriedOut: bigint;
}

/** Ends a cycle without a distribution; true when exactly this did. */
export function failCycle(
  { db, at }: Writing,
  id: number,
  { from, reason, detail, fees, carriedOut }: FailedCycle,
): Promise<boolean> {
  const update = db
    .prepare(
      `UPDATE tax_cycles SET state = 'failed', reason = ?3, fees = ?4, carried_out = ?5, state_since = ?6, ended_at = ?6, detail = ?7
       WHERE id = ?1 AND state = ?2 AND ${mayBecome(NEXT_CYCLE_STATES, 'failed')}`,
    )
    .bind(id, from, reason, fees.toString(), carriedOut.toString(), at, detail);
  return end(db, id, update);
}

/** Ends a cycle whose lines are paid, or have failed alone. */
export function finishCycle(
  { db, at }: Writing,
  id: number,
  { fees, carriedOut }: { readonly fees: bigint; readonly carriedOut: bigint },
): Promise<boolean> {
  const update = db
    .prepare(
      `UPDATE tax_cycles SET state = 'done', fees = ?2, carried_out = ?3, state_since = ?4, ended_at = ?4, detail = NULL
       WHERE id = ?1 AND ${mayBecome(NEXT_CYCLE_STATES, 'done')} AND total IS NOT NULL`,
    )
    .bind(id, fees.toString(), carriedOut.toString(), at);
  return end(db, id, update);
}

/** What the chain says of a cycle that a person ends. */
export interface ClosedCycle {
  readonly detail: string;
  readonly fees: bigint;
  readonly carriedOut: bigint;
  /** Numbers of the lines that the chain has paid; the others that wait have failed. */
  readonly paid: readonly number[];
}

/** A swap or a part of the distribution that may still land, or has landed and is not taken in. */
const ON_ITS_WAY = `SELECT 1 FROM tax_steps s JOIN journal j ON j.key = 'tax:' || s.cycle || ':' || s.name || ':' || s.part
  WHERE s.cycle = tax_cycles.id AND s.name IN ('swap', 'distribute') AND s.status IN ('pending', 'confirmed')
    AND j.state NOT IN ('failed', 'expired')`;

/**
 * An operator ends a cycle under way. What waits of it is settled as the chain says, and its next attempts are taken:
 * an instance that is about to sign one loses, and sends nothing. True when exactly this did it; false while something
 * of it is on its way.
 */
export async function closeCycle(
  db: D1Database,
  { id, state, deed }: { readonly id: number; readonly state: CycleInFlight; readonly deed: Deed },
  { detail, fees, carriedOut, paid }: ClosedCycle,
): Promise<boolean> {
  const isClosed = `EXISTS (SELECT 1 FROM tax_cycles WHERE id = ?1 AND reason = 'closed' AND ended_at = ?2)`;
  const update = db
    .prepare(
      `UPDATE tax_cycles SET state = 'failed', reason = 'closed', fees = ?3, carried_out = ?4, state_since = ?5, ended_at = ?5, detail = ?6
       WHERE id = ?1 AND state = ?2 AND NOT EXISTS (${ON_ITS_WAY})`,
    )
    .bind(id, state, fees.toString(), carriedOut.toString(), deed.at, detail);
  return end(db, id, update, [
    db
      .prepare(
        `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, proof, updated_at)
         SELECT key, (SELECT count(*) FROM journal WHERE key = named.key), 'failed', '', 'closed ' || key, '', 0, 0, ?2, 'an operator closed the cycle', ?2
         FROM (SELECT 'tax:' || cycle || ':' || name || ':' || part AS key FROM tax_steps
           WHERE cycle = ?1 AND name IN ('swap', 'distribute') AND status = 'pending') named WHERE ${isClosed}`,
      )
      .bind(id, deed.at),
    db
      .prepare(
        `UPDATE tax_lines SET status = iif(line IN (SELECT value FROM json_each(?3)), 'SUCCESS', 'FAILED')
         WHERE cycle = ?1 AND status = 'pending' AND ${isClosed}`,
      )
      .bind(id, deed.at, JSON.stringify(paid)),
    db
      .prepare(
        `UPDATE tax_steps SET status = 'failed', accounts = NULL WHERE cycle = ?1 AND status = 'pending' AND ${isClosed}`,
      )
      .bind(id, deed.at),
    actionStatement(db, deed, {
      ...{ action: 'close', subject: `tax cycle ${id}`, values: [id] },
      where: `EXISTS (SELECT 1 FROM tax_cycles WHERE id = ?6 AND reason = 'closed' AND ended_at = ?1)`,
    }),
  ]);
}

/** Forgets what was refused, so that the cycle tries again. True when it was under way. */
export async function releaseCycle(
  db: D1Database,
  { id, state, deed }: { readonly id: number; readonly state: CycleInFlight; readonly deed: Deed },
): Promise<boolean> {
  const [updated] = await db.batch([
    db.prepare('UPDATE tax_cycles SET detail = NULL WHERE id = ? AND state = ?').bind(id, state),
    actionStatement(db, deed, {
      ...{ action: 'release', subject: `tax cycle ${id}`, values: [id, state] },
      where: 'EXISTS (SELECT 1 FROM tax_cycles WHERE id = ?6 AND state = ?7)',
    }),
  ]);
  return updated?.meta.changes === 1;
}

/**
 * Ends a cycle, adds its sums to its day, once, and lets go of the bytes of its transactions, which nobody sends
 * again.
 */
async function end(
  db: D1Database,
  id: number,
  update: D1PreparedStatement,
  beside: readonly D1PreparedStatement[] = [],
): Promise<boolean> {
  const [updated] = await db.batch([
    update,
    ...beside,
    ...countStatements(db, id),
    db.prepare(`UPDATE journal SET bytes = '' WHERE key >= ? AND key < ?`).bind(`tax:${id}:`, `tax:${id};`),
  ]);
  return updated?.meta.changes === 1;
}
