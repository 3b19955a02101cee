import { basisPointsOf } from '../../../src/distribution/percentage.ts';
import type { PoolLines } from '../../../src/distribution/poolLines.ts';
import { type CycleFailure, type CycleInFlight, type MayFail, NEXT_CYCLE_STATES } from '../../../src/tax/cycle.ts';
import type { DistributionPlan } from '../../../src/tax/planDistribution.ts';
import { batchChangesOne, createChangesOne, type Writing } from '../journal/writing.ts';
import { mayBecome } from '../rows/states.ts';
import type { TaxCurrency } from '../rows/taxRows.ts';
import { countStatements } from './countTaxDays.ts';
import { insertSteps } from './taxSteps.ts';

export interface NewCycle {
  /** The unix second in which the cycle began, by our clock. */
  readonly id: number;
  /** A slot that the chain had reached before the cycle began: whatever the cycle signs lands after it. */
  readonly slot: number;
  readonly currency: TaxCurrency;
  /** The version of the configuration in force; null while there is none. */
  readonly configVersion: number | null;
  /** GOD base units; `inMint` is part of `withheld`. */
  readonly withheld: bigint;
  readonly inMint: bigint;
  readonly unsold: bigint;
  readonly harvests: readonly { readonly amount: bigint; readonly accounts: readonly string[] }[];
}

/**
 * Begins a cycle with its harvests. False when another cycle is under way, when the new id is taken, or when a cycle
 * that is not `empty` has a higher id. The newest cycle must have the highest id, because what it leaves over goes into
 * the next cycle.
 */
export async function startCycle({ db, at }: Writing, cycle: NewCycle): Promise<boolean> {
  const { id, slot, currency, configVersion, withheld, inMint, unsold, harvests } = cycle;
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `INSERT INTO tax_cycles (id, slot, state, currency, config_version, withheld, in_mint, unsold, started_at, state_since)
         SELECT ?1, ?8, 'harvest', ?2, ?3, ?4, ?5, ?6, ?7, ?7
         WHERE NOT EXISTS (SELECT 1 FROM tax_cycles WHERE id > ?1 AND state <> 'empty') ON CONFLICT DO NOTHING`,
      )
      .bind(id, currency, configVersion, withheld.toString(), inMint.toString(), unsold.toString(), at, slot),
    // If the cycle existed already, nothing is added: its `started_at` differs, or its steps exist already.
    insertSteps(db, {
      cycle: id,
      name: 'harvest',
      currency: 'GOD',
      steps: harvests.map((harvest, part) => ({ ...harvest, part })),
      where: `c.state = 'harvest' AND c.started_at = ${at}`,
    }),
  ]);
}

/** Stores a look that found too little for a cycle, and deletes older such looks: there are up to 720 a day. */
export async function recordEmpty(
  { db, at }: Writing,
  { id, slot, currency, withheld, unsold }: Pick<NewCycle, 'id' | 'slot' | 'currency' | 'withheld' | 'unsold'>,
): Promise<void> {
  await db.batch([
    db.prepare(`DELETE FROM tax_cycles WHERE state = 'empty' AND id < ?`).bind(id),
    db
      .prepare(
        `INSERT INTO tax_cycles (id, slot, state, currency, withheld, in_mint, unsold, started_at, state_since, ended_at)
         VALUES (?1, ?6, 'empty', ?2, ?3, '0', ?4, ?5, ?5, ?5) ON CONFLICT DO NOTHING`,
      )
      .bind(id, currency, withheld.toString(), unsold.toString(), at, slot),
  ]);
}

/**
 * SQL: every step of cycle ?1 at its state ?2 is settled, and one of them has the signature ?3 (null: the cycle sent no
 * transaction in this state). The signature is asked for, because after a restore a running process may know a step
 * that the database has forgotten.
 */
const IS_SETTLED = `NOT EXISTS (SELECT 1 FROM tax_steps WHERE cycle = ?1 AND name = ?2 AND status = 'pending')
  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM tax_steps WHERE cycle = ?1 AND name = ?2 AND signature = ?3))`;

/**
 * A change of a cycle's state that does not end the cycle. `landed`: the signature of the transaction that the cycle
 * sent in the state `from`; null if it sent none.
 */
export interface Move {
  readonly from: CycleInFlight;
  readonly to: Exclude<CycleInFlight, 'harvest'>;
  readonly landed: string | null;
}

/** Moves a cycle on if every step at its state is settled. True when this call moved it. */
export function moveCycle({ db, at }: Writing, id: number, { from, to, landed }: Move): Promise<boolean> {
  return createChangesOne(db)(
    `UPDATE tax_cycles SET state = ?4, state_since = ?5, detail = NULL
     WHERE id = ?1 AND state = ?2 AND ${mayBecome(NEXT_CYCLE_STATES, to)} AND ${IS_SETTLED}`,
    [id, from, landed, to, at],
  );
}

/** The result of a swap. `sold` is in base units of GOD; `fee` and `proceeds` are lamports. */
export interface FinishedSwap {
  readonly signature: string;
  readonly fee: bigint;
  readonly sold: bigint;
  readonly proceeds: bigint;
}

/**
 * Stores a finished swap, its step and its cycle together. False, and nothing changes, if the cycle is no longer in the
 * state `swap`, or if the database has no step of the swap.
 */
export async function takeInSwap(
  { db, at }: Writing,
  id: number,
  { signature, fee, sold, proceeds }: FinishedSwap,
): Promise<boolean> {
  return batchChangesOne(db, -1, [
    db
      .prepare(
        `UPDATE tax_steps SET status = 'final', signature = ?2, fee = ?3, amount = ?4
         WHERE cycle = ?1 AND name = 'swap' AND part = 0 AND status <> 'final'
           AND EXISTS (SELECT 1 FROM tax_cycles WHERE id = ?1 AND state = 'swap')`,
      )
      .bind(id, signature, fee.toString(), sold.toString()),
    db
      .prepare(
        `UPDATE tax_cycles SET state = 'distribute', sold = ?4, proceeds = ?5, state_since = ?6, detail = NULL
         WHERE id = ?1 AND state = ?2 AND ${IS_SETTLED}`,
      )
      .bind(id, 'swap', signature, sold.toString(), proceeds.toString(), at),
  ]);
}

export interface PlanToStore extends DistributionPlan {
  readonly currency: TaxCurrency;
  readonly carriedIn: bigint;
  readonly pool: PoolLines;
  /** Indexes of lines that cannot be paid: they fail at once. */
  readonly unpayable: ReadonlySet<number>;
}

/** SQL: the cycle `c` has a configuration and waits for its plan. A plan sets `total`, so there is only one. */
const UNPLANNED = `c.state = 'distribute' AND c.total IS NULL AND c.config_version IS NOT NULL`;

/** Fixes who receives what: lines, parts and totals in one transaction. False unless the cycle waits for its plan. */
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
  return batchChangesOne(db, -1, [
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
    // Comes last: the condition of the two statements above must still be true while they run.
    db
      .prepare(
        `UPDATE tax_cycles AS c SET total = ?2, fees = ?3, carried_in = ?4, pool = ?5, detail = NULL WHERE c.id = ?1 AND ${UNPLANNED}`,
      )
      .bind(id, plan.total.toString(), plan.fees.toString(), plan.carriedIn.toString(), JSON.stringify(plan.pool)),
  ]);
}

export interface FailedCycle {
  readonly from: MayFail;
  readonly reason: CycleFailure;
  /** Why exactly, for operators; null when the reason says it all. */
  readonly detail: string | null;
  /** The network fees that the cycle has cost, lamports. */
  readonly fees: bigint;
  /** Lamports that are left for the next cycle; below 0 if more was spent than there was. */
  readonly carriedOut: bigint;
}

/**
 * SQL: the cycle has no plan, and no swap of it has landed or may still land. If this is not so, another instance has
 * taken the cycle further.
 */
const IS_RESULTLESS = `total IS NULL AND NOT EXISTS (SELECT 1 FROM journal WHERE key = 'tax:' || tax_cycles.id || ':swap:0'
  AND state NOT IN ('failed', 'expired'))`;

/** Ends a cycle without a distribution; true when this call ended it. */
export function failCycle(
  { db, at }: Writing,
  id: number,
  { from, reason, detail, fees, carriedOut }: FailedCycle,
): Promise<boolean> {
  const update = db
    .prepare(
      `UPDATE tax_cycles SET state = 'failed', reason = ?3, fees = ?4, carried_out = ?5, state_since = ?6, ended_at = ?6, detail = ?7
       WHERE id = ?1 AND state = ?2 AND ${mayBecome(NEXT_CYCLE_STATES, 'failed')} AND ${IS_RESULTLESS}`,
    )
    .bind(id, from, reason, fees.toString(), carriedOut.toString(), at, detail);
  return endCycle(db, id, update);
}

/** SQL: cycle ?1 has lines, and not one of them was paid. */
const IS_UNPAID = `(SELECT count(*) > 0 AND sum(status <> 'FAILED') = 0 FROM tax_lines WHERE cycle = ?1)`;

/**
 * Ends a cycle when each of its lines is paid or has failed. True when this call ended it. False while a part of it is
 * open: the database may have been restored since the parts were read.
 */
export function finishCycle(
  { db, at }: Writing,
  id: number,
  { fees, carriedOut }: { readonly fees: bigint; readonly carriedOut: bigint },
): Promise<boolean> {
  const update = db
    .prepare(
      `UPDATE tax_cycles SET state = 'done', fees = ?2, carried_out = ?3, state_since = ?4, ended_at = ?4, detail = NULL,
         is_unpaid = ${IS_UNPAID}
       WHERE id = ?1 AND ${mayBecome(NEXT_CYCLE_STATES, 'done')} AND total IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM tax_steps WHERE cycle = ?1 AND name = 'distribute' AND status NOT IN ('final', 'failed'))`,
    )
    .bind(id, fees.toString(), carriedOut.toString(), at);
  return endCycle(db, id, update);
}

/**
 * Ends a cycle by `update`: true when that changed exactly one row. Adds the sums of the ended cycle to its day and to
 * the totals, once, and deletes the bytes of its transactions, which are not sent any more. Steps that still wait
 * become failed. The statements of `beside` run in the same batch, after `update`.
 */
export async function endCycle(
  db: D1Database,
  id: number,
  update: D1PreparedStatement,
  beside: readonly D1PreparedStatement[] = [],
): Promise<boolean> {
  return batchChangesOne(db, 0, [
    update,
    ...beside,
    db
      .prepare(
        `UPDATE tax_steps SET status = 'failed', accounts = NULL WHERE cycle = ?1 AND status = 'pending'
           AND EXISTS (SELECT 1 FROM tax_cycles WHERE id = ?1 AND state IN ('done', 'failed'))`,
      )
      .bind(id),
    ...countStatements(db, id),
    // Only for a cycle that has ended, whoever ended it: until then its bytes may have to be sent again.
    db
      .prepare(
        `UPDATE journal SET bytes = '' WHERE key >= ?1 AND key < ?2
           AND EXISTS (SELECT 1 FROM tax_cycles WHERE id = ?3 AND state IN ('done', 'failed'))`,
      )
      .bind(`tax:${id}:`, `tax:${id};`, id),
  ]);
}
