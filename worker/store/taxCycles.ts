import { basisPointsOf } from '../../src/distribution/percentage.ts';
import type { CycleFailure, CycleInFlight } from '../../src/tax/cycle.ts';
import type { DistributionPlan } from '../../src/tax/planDistribution.ts';
import { createChangesOne } from './changesOne.ts';
import { countStatements } from './taxDays.ts';
import {
  type LineStatus,
  parseCycle,
  parseLine,
  parseStep,
  SELECT_CYCLE,
  type StepName,
  type StepStatus,
  type TaxCurrency,
  type TaxCycle,
  type TaxLine,
  type TaxStep,
} from './taxRows.ts';

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

/** What became of a step's transaction. */
export interface StepOutcome {
  readonly status: Exclude<StepStatus, 'pending'>;
  readonly signature: string | null;
  readonly fee: bigint | null;
  readonly amount?: bigint;
}

type StepKey = Pick<TaxStep, 'cycle' | 'name' | 'part'>;

export interface PlanToStore extends DistributionPlan {
  readonly currency: TaxCurrency;
  readonly carriedIn: bigint;
  /** Indexes of lines that cannot be paid: they fail at once. */
  readonly unpayable: ReadonlySet<number>;
}

export interface FailedCycle {
  readonly reason: CycleFailure;
  readonly fees: bigint;
  readonly carriedOut: bigint;
}

export interface TaxStore {
  get(id: number): Promise<TaxCycle | null>;
  inFlight(): Promise<TaxCycle | null>;
  /** The newest cycle that collected, or tried to. */
  newestEnded(): Promise<TaxCycle | null>;
  /** False when another cycle is under way, or the id is taken. */
  start(cycle: NewCycle): Promise<boolean>;
  /** A look that found less than the minimum. Only the newest is kept: there are 720 a day. */
  recordEmpty(look: {
    readonly id: number;
    readonly currency: TaxCurrency;
    readonly withheld: bigint;
    readonly unsold: bigint;
  }): Promise<void>;
  /** Moves a cycle on; true when exactly this did. */
  move(id: number, from: CycleInFlight, to: CycleInFlight): Promise<boolean>;
  /** `fees` (lamports) were spent for nothing: `carriedOut` lets the next cycle's proceeds bear them. */
  fail(id: number, from: CycleInFlight, failure: FailedCycle): Promise<boolean>;
  swapped(id: number, swap: { readonly sold: bigint; readonly proceeds: bigint }): Promise<boolean>;
  /** Notes a price that has to stand for a while, from now on. */
  look(id: number, offer: { readonly amount: bigint; readonly lamports: bigint }): Promise<boolean>;
  pinConfig(id: number, version: number): Promise<boolean>;
  plan(id: number, plan: PlanToStore): Promise<boolean>;
  finish(id: number, outcome: { readonly fees: bigint; readonly carriedOut: bigint }): Promise<boolean>;
  steps(id: number, name?: StepName): Promise<TaxStep[]>;
  addStep(step: StepKey & Pick<TaxStep, 'amount' | 'currency'>): Promise<void>;
  /** Writes what became of a step and, with it, of the lines it pays. */
  settleStep(step: StepKey, outcome: StepOutcome, lines?: Exclude<LineStatus, 'pending'>): Promise<void>;
  lines(id: number): Promise<TaxLine[]>;
  /** A part failed as a whole: each of its lines moves into a part of its own. */
  splitPart(
    id: number,
    part: number,
    moves: readonly { readonly line: number; readonly part: number; readonly amount: bigint }[],
  ): Promise<void>;
  /** Of these signatures, those that are neither a cycle's finished swap nor any transaction of the cycles since `since` (an id). */
  unknown(signatures: readonly string[], since: number): Promise<string[]>;
  /** What the newest swap really brought, for how much GOD; null before the first. */
  lastSwap(): Promise<{ readonly sold: bigint; readonly proceeds: bigint } | null>;
  /** Lamports that the newest ended cycle in SOL left over, or overspent. */
  carriedOver(): Promise<bigint>;
}

/** The tax cycles in D1. As with the rounds, each transition is one conditional update: the database decides. */
export function createTaxStore(db: D1Database, now: () => number): TaxStore {
  const changesOne = createChangesOne(db);
  const one = async (sql: string, ...values: (string | number)[]) => {
    const found = await db
      .prepare(sql)
      .bind(...values)
      .first();
    return found === null ? null : parseCycle(found);
  };

  /** Ends a cycle, adds its sums to its day, once, and lets go of the bytes of its transactions, which nobody sends again. */
  const end = async (id: number, update: D1PreparedStatement) => {
    const [updated] = await db.batch([
      update,
      ...countStatements(db, id),
      db.prepare(`UPDATE journal SET bytes = '' WHERE key >= ? AND key < ?`).bind(`tax:${id}:`, `tax:${id};`),
    ]);
    return updated?.meta.changes === 1;
  };

  return {
    get: (id) => one(`${SELECT_CYCLE} WHERE c.id = ?`, id),
    inFlight: () =>
      one(`${SELECT_CYCLE} WHERE c.state IN ('harvest', 'withdraw', 'swap', 'distribute') ORDER BY c.id LIMIT 1`),
    newestEnded: () => one(`${SELECT_CYCLE} WHERE c.state IN ('done', 'failed') ORDER BY c.id DESC LIMIT 1`),
    async start({ id, currency, configVersion, withheld, inMint, unsold, harvests }) {
      // Read once: the steps recognise their cycle by it.
      const at = now();
      const [inserted] = await db.batch([
        db
          .prepare(
            `INSERT INTO tax_cycles (id, state, currency, config_version, withheld, in_mint, unsold, started_at, state_since)
             VALUES (?, 'harvest', ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
          )
          .bind(
            ...[id, currency, configVersion],
            ...[withheld.toString(), inMint.toString(), unsold.toString(), at, at],
          ),
        // Beside a cycle that was there already these change nothing: its steps have the same keys.
        db
          .prepare(
            `INSERT INTO tax_steps (cycle, name, part, status, amount, currency, accounts)
             SELECT c.id, 'harvest', value ->> 'part', 'pending', value ->> 'amount', 'GOD', value ->> 'accounts'
             FROM json_each(?2) JOIN tax_cycles c ON c.id = ?1 AND c.state = 'harvest' AND c.started_at = ?3
             WHERE true ON CONFLICT DO NOTHING`,
          )
          .bind(
            id,
            JSON.stringify(
              harvests.map(({ amount, accounts }, part) => ({
                part,
                amount: amount.toString(),
                accounts: JSON.stringify(accounts),
              })),
            ),
            at,
          ),
      ]);
      return inserted?.meta.changes === 1;
    },
    async recordEmpty({ id, currency, withheld, unsold }) {
      await db.batch([
        db.prepare(`DELETE FROM tax_cycles WHERE state = 'empty' AND id < ?`).bind(id),
        db
          .prepare(
            `INSERT INTO tax_cycles (id, state, currency, withheld, in_mint, unsold, started_at, state_since, ended_at)
             VALUES (?1, 'empty', ?2, ?3, '0', ?4, ?5, ?5, ?5) ON CONFLICT DO NOTHING`,
          )
          .bind(id, currency, withheld.toString(), unsold.toString(), now()),
      ]);
    },
    move: (id, from, to) =>
      changesOne(
        'UPDATE tax_cycles SET state = ?3, state_since = ?4 WHERE id = ?1 AND state = ?2',
        id,
        from,
        to,
        now(),
      ),
    fail: (id, from, { reason, fees, carriedOut }) =>
      end(
        id,
        db
          .prepare(
            `UPDATE tax_cycles SET state = 'failed', reason = ?3, fees = ?4, carried_out = ?5, state_since = ?6, ended_at = ?6
             WHERE id = ?1 AND state = ?2`,
          )
          .bind(id, from, reason, fees.toString(), carriedOut.toString(), now()),
      ),
    swapped: (id, { sold, proceeds }) =>
      changesOne(
        `UPDATE tax_cycles SET state = 'distribute', sold = ?2, proceeds = ?3, state_since = ?4 WHERE id = ?1 AND state = 'swap'`,
        ...[id, sold.toString(), proceeds.toString(), now()],
      ),
    look: (id, { amount, lamports }) =>
      changesOne(
        `UPDATE tax_cycles SET look_at = ?2, look_amount = ?3, look_lamports = ?4 WHERE id = ?1 AND state = 'swap'`,
        ...[id, now(), amount.toString(), lamports.toString()],
      ),
    pinConfig: (id, version) =>
      changesOne(
        `UPDATE tax_cycles SET config_version = ?2 WHERE id = ?1 AND config_version IS NULL AND state = 'distribute'`,
        ...[id, version],
      ),
    async plan(id, plan) {
      const guard = `FROM tax_cycles c WHERE c.id = ?1 AND c.state = 'distribute' AND c.total IS NULL`;
      const amounts = Array.from({ length: plan.parts }, (_, part) =>
        plan.lines.reduce(
          (sum, line, i) => sum + (line.part === part && !plan.unpayable.has(i) ? line.amount : 0n),
          0n,
        ),
      );
      const results = await db.batch([
        db
          .prepare(
            `INSERT INTO tax_lines (cycle, line, part, wallet_id, label, address, amount, basis_points, status)
             SELECT c.id, l.value ->> 'line', l.value ->> 'part', l.value ->> 'walletId', l.value ->> 'label', l.value ->> 'address',
               l.value ->> 'amount', l.value ->> 'basisPoints', l.value ->> 'status'
             FROM json_each(?2) l JOIN (SELECT c.id ${guard}) c WHERE true ON CONFLICT DO NOTHING`,
          )
          .bind(
            id,
            JSON.stringify(
              plan.lines.map((line, index) => ({
                ...line,
                line: index,
                amount: line.amount.toString(),
                basisPoints: basisPointsOf(line.percentage),
                status: plan.unpayable.has(index) ? 'FAILED' : 'pending',
              })),
            ),
          ),
        db
          .prepare(
            `INSERT INTO tax_steps (cycle, name, part, status, amount, currency)
             SELECT c.id, 'distribute', s.value ->> 'part', 'pending', s.value ->> 'amount', ?3
             FROM json_each(?2) s JOIN (SELECT c.id ${guard}) c WHERE true ON CONFLICT DO NOTHING`,
          )
          .bind(
            id,
            JSON.stringify(
              amounts.flatMap((amount, part) => (amount === 0n ? [] : [{ part, amount: amount.toString() }])),
            ),
            plan.currency,
          ),
        // Last: what the two above are guarded by must still hold while they run.
        db
          .prepare(
            `UPDATE tax_cycles SET total = ?2, fees = ?3, carried_in = ?4
             WHERE id = ?1 AND state = 'distribute' AND total IS NULL`,
          )
          .bind(id, plan.total.toString(), plan.fees.toString(), plan.carriedIn.toString()),
      ]);
      return results[2]?.meta.changes === 1;
    },
    finish: (id, { fees, carriedOut }) =>
      end(
        id,
        db
          .prepare(
            `UPDATE tax_cycles SET state = 'done', fees = ?2, carried_out = ?3, state_since = ?4, ended_at = ?4
             WHERE id = ?1 AND state = 'distribute' AND total IS NOT NULL`,
          )
          .bind(id, fees.toString(), carriedOut.toString(), now()),
      ),
    async steps(id, name) {
      const { results } = await db
        .prepare('SELECT * FROM tax_steps WHERE cycle = ?1 AND (?2 IS NULL OR name = ?2) ORDER BY name, part')
        .bind(id, name ?? null)
        .all();
      return results.map(parseStep);
    },
    async addStep({ cycle, name, part, amount, currency }) {
      await db
        .prepare(
          `INSERT INTO tax_steps (cycle, name, part, status, amount, currency) VALUES (?, ?, ?, 'pending', ?, ?) ON CONFLICT DO NOTHING`,
        )
        .bind(cycle, name, part, amount.toString(), currency)
        .run();
    },
    async settleStep({ cycle, name, part }, { status, signature, fee, amount }, lines) {
      await db.batch([
        db
          .prepare(
            `UPDATE tax_steps SET status = ?4, signature = coalesce(?5, signature), fee = coalesce(?6, fee),
               amount = coalesce(?7, amount), accounts = NULL
             WHERE cycle = ?1 AND name = ?2 AND part = ?3 AND status <> 'final'`,
          )
          .bind(cycle, name, part, status, signature, fee?.toString() ?? null, amount?.toString() ?? null),
        ...(lines === undefined
          ? []
          : [
              db
                .prepare(`UPDATE tax_lines SET status = ?3 WHERE cycle = ?1 AND part = ?2 AND status = 'pending'`)
                .bind(cycle, part, lines),
            ]),
      ]);
    },
    async lines(id) {
      const { results } = await db
        .prepare(
          `SELECT l.*, s.signature FROM tax_lines l
           LEFT JOIN tax_steps s ON s.cycle = l.cycle AND s.name = 'distribute' AND s.part = l.part
           WHERE l.cycle = ? ORDER BY l.line`,
        )
        .bind(id)
        .all();
      return results.map(parseLine);
    },
    async splitPart(id, part, moves) {
      const list = JSON.stringify(moves.map((move) => ({ ...move, amount: move.amount.toString() })));
      await db.batch([
        db
          .prepare(
            `INSERT INTO tax_steps (cycle, name, part, status, amount, currency)
             SELECT c.id, 'distribute', m.value ->> 'part', 'pending', m.value ->> 'amount', c.currency
             FROM json_each(?2) m JOIN tax_cycles c ON c.id = ?1
             -- Another instance may have split it already: a step is made only for a line that is still there.
             JOIN tax_lines l ON l.cycle = ?1 AND l.part = ?3 AND l.line = m.value ->> 'line' AND l.status = 'pending'
             WHERE true ON CONFLICT DO NOTHING`,
          )
          .bind(id, list, part),
        db
          .prepare(
            `UPDATE tax_lines SET part = (SELECT value ->> 'part' FROM json_each(?3) WHERE value ->> 'line' = tax_lines.line)
             WHERE cycle = ?1 AND part = ?2 AND line IN (SELECT value ->> 'line' FROM json_each(?3))`,
          )
          .bind(id, part, list),
        db
          .prepare(`UPDATE tax_steps SET status = 'failed' WHERE cycle = ?1 AND name = 'distribute' AND part = ?2`)
          .bind(id, part),
      ]);
    },
    async unknown(signatures, since) {
      const { results } = await db
        .prepare(
          `SELECT signature FROM tax_steps
           WHERE name = 'swap' AND status = 'final' AND signature IN (SELECT value FROM json_each(?1))
           UNION SELECT signature FROM tax_steps
           WHERE cycle >= ?2 AND name <> 'swap' AND signature IN (SELECT value FROM json_each(?1))`,
        )
        .bind(JSON.stringify(signatures), since)
        .all();
      const known = new Set(results.map((row) => row.signature));
      return signatures.filter((signature) => !known.has(signature));
    },
    async lastSwap() {
      const found = await one(
        `${SELECT_CYCLE} WHERE c.state = 'done' AND c.currency = 'SOL' AND c.sold IS NOT NULL ORDER BY c.id DESC LIMIT 1`,
      );
      return found === null ? null : { sold: found.sold ?? 0n, proceeds: found.proceeds ?? 0n };
    },
    async carriedOver() {
      const found = await one(
        `${SELECT_CYCLE} WHERE c.state IN ('done', 'failed') AND c.currency = 'SOL' ORDER BY c.id DESC LIMIT 1`,
      );
      return found?.carriedOut ?? 0n;
    },
  };
}
