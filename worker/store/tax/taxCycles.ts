import {
  CYCLE_IN_FLIGHT,
  type CycleInFlight,
  type CycleState,
  type NEXT_CYCLE_STATES,
} from '../../../src/tax/cycle.ts';
import { createChangesOne } from '../journal/writing.ts';
import { stateIn } from '../rows/states.ts';
import {
  cycleInFlight,
  type LineStatus,
  parseCycle,
  parseLine,
  parseStep,
  SELECT_CYCLE,
  type StepName,
  type TaxCycle,
  type TaxCycleInFlight,
  type TaxLine,
  type TaxStep,
} from '../rows/taxRows.ts';
import { taxPauseStatement } from '../views/rounds/pauses.ts';
import { NO_TAX_LOG, type TaxLog } from './taxLog.ts';
import {
  insertSteps,
  type LineMove,
  readLines,
  readSteps,
  SELECT_LINES,
  type SettledStep,
  type StepKey,
  type StepOutcome,
  settleSteps,
  splitPart,
} from './taxSteps.ts';
import {
  type FailedCycle,
  type FinishedSwap,
  failCycle,
  finishCycle,
  moveCycle,
  type NewCycle,
  type PlanToStore,
  planCycle,
  recordEmpty,
  startCycle,
  takeInSwap,
} from './taxTransitions.ts';

/** The states that may follow a state, without those that end a cycle. */
type NextOf<F extends CycleInFlight> = Extract<(typeof NEXT_CYCLE_STATES)[F][number], CycleInFlight>;

/** A cycle in flight with its steps and lines. */
export interface CycleWork {
  /** Whether an operator has stopped the tax. */
  readonly isPaused: boolean;
  readonly cycle: TaxCycleInFlight;
  readonly steps: readonly TaxStep[];
  readonly lines: readonly TaxLine[];
}

export interface TaxStore {
  get(id: number): Promise<TaxCycle | null>;
  inFlight(): Promise<TaxCycleInFlight | null>;
  /** The cycle in flight with all its steps and lines, read in one batch. */
  work(): Promise<CycleWork | null>;
  /** The newest ended cycle. A look that found too little for a cycle (`recordEmpty`) does not count. */
  newestEnded(): Promise<TaxCycle | null>;
  /**
   * Begins a cycle. False when another cycle is under way, when this id is taken, or when a cycle has a higher id (an
   * empty look does not count).
   */
  start(cycle: NewCycle): Promise<boolean>;
  /** Stores a look that found too little for a cycle, and deletes older such looks: there are up to 720 a day. */
  recordEmpty(look: Pick<NewCycle, 'id' | 'slot' | 'currency' | 'withheld' | 'unsold'>): Promise<void>;
  /**
   * Moves a cycle on, as the table of states allows; true when this call moved it. `landed`: the signature of the
   * transaction that the cycle sent in the state `from`; null if it sent none. False while a step of that state is not
   * settled, or while no step in the database has this signature.
   */
  move<F extends CycleInFlight>(id: number, from: F, to: NextOf<F>, landed?: string | null): Promise<boolean>;
  fail(id: number, failure: FailedCycle): Promise<boolean>;
  /** Stores what a signer has refused, for operators. It is cleared when the cycle moves on. */
  refused(id: number, state: CycleInFlight, detail: string): Promise<boolean>;
  /** Stores a finished swap together with its step. */
  swapped(id: number, swap: FinishedSwap): Promise<boolean>;
  /** Stores an offered price and the present time: the price is believed only when it has stood for a while. */
  look(id: number, offer: { readonly amount: bigint; readonly lamports: bigint }): Promise<boolean>;
  pinConfig(id: number, version: number): Promise<boolean>;
  plan(id: number, plan: PlanToStore): Promise<boolean>;
  finish(id: number, outcome: { readonly fees: bigint; readonly carriedOut: bigint }): Promise<boolean>;
  steps(id: number, name?: StepName): Promise<TaxStep[]>;
  /**
   * Stores the step of a transaction that is about to be signed, if the cycle is at that step. Until the step is
   * stored, the journal takes no attempt at it.
   */
  addStep(step: StepKey & Pick<TaxStep, 'amount' | 'currency'> & { readonly name: 'withdraw' | 'swap' }): Promise<void>;
  /** Stores the results of steps together with the lines that they pay, all or nothing. */
  settleSteps(settled: readonly SettledStep[]): Promise<void>;
  /** As `settleSteps`, for one step. */
  settleStep(step: StepKey, outcome: StepOutcome, lines?: Exclude<LineStatus, 'pending'>): Promise<void>;
  lines(id: number): Promise<TaxLine[]>;
  /** After the transaction of a part has failed as a whole: moves each line of this part into a new part of its own. */
  splitPart(cycle: Pick<TaxCycle, 'id' | 'currency'>, part: number, moves: readonly LineMove[]): Promise<void>;
  /** What the newest swap of a `done` cycle really brought, and for how much GOD; null when there is none. */
  lastSwap(): Promise<{ readonly sold: bigint; readonly proceeds: bigint } | null>;
  /**
   * `lamports`: what the newest ended cycle in SOL left over; below 0: overspent. `from`: the id of that cycle; null,
   * and 0 lamports, before the first.
   */
  carriedOver(): Promise<{ readonly from: number | null; readonly lamports: bigint }>;
}

/**
 * The tax cycles in D1. As with the rounds, each transition is one conditional update: the database decides.
 * src/tax/cycle.ts says from which states a transition may start. Each transition that was made has a line in `log`.
 */
export function createTaxStore(db: D1Database, now: () => number, log: TaxLog = NO_TAX_LOG): TaxStore {
  const changesOne = createChangesOne(db);
  const writing = () => ({ db, at: now() });

  async function settle(settled: readonly SettledStep[]): Promise<void> {
    await settleSteps(db, settled);
    for (const { step, outcome } of settled) log.sent(step, outcome);
  }

  return {
    get: (id) => one(db, 'WHERE c.id = ?', id),
    async inFlight() {
      const found = await one(db, OLDEST_IN_FLIGHT);
      return found && cycleInFlight(found);
    },
    work: () => readWork(db),
    newestEnded: () => one(db, `WHERE c.id = (SELECT max(id) FROM (${newestIn('SOL')} UNION ALL ${newestIn('GOD')}))`),
    start: (cycle) => log.moved(startCycle(writing(), cycle), { number: cycle.id, from: null, to: 'harvest' }),
    recordEmpty: (look) => recordEmpty(writing(), look),
    move: (id, from, to, landed = null) =>
      log.moved(moveCycle(writing(), id, { from, to, landed }), { number: id, from, to }),
    fail: (id, failure) =>
      log.moved(failCycle(writing(), id, failure), {
        number: id,
        from: failure.from,
        to: 'failed',
        reason: failure.reason,
      }),
    refused: (id, state, detail) =>
      changesOne('UPDATE tax_cycles SET detail = ?3 WHERE id = ?1 AND state = ?2 AND detail IS NOT ?3', [
        id,
        state,
        detail,
      ]),
    swapped(id, swap) {
      log.sent({ cycle: id }, swap);
      return log.moved(takeInSwap(writing(), id, swap), { number: id, from: 'swap', to: 'distribute' });
    },
    look: (id, { amount, lamports }) =>
      changesOne(
        `UPDATE tax_cycles SET look_at = ?2, look_amount = ?3, look_lamports = ?4 WHERE id = ?1 AND state = 'swap'`,
        [id, now(), amount.toString(), lamports.toString()],
      ),
    pinConfig: (id, version) =>
      changesOne(
        `UPDATE tax_cycles SET config_version = ?2 WHERE id = ?1 AND config_version IS NULL AND state = 'distribute'`,
        [id, version],
      ),
    plan: (id, plan) => planCycle(writing(), id, plan),
    finish: (id, outcome) =>
      log.moved(finishCycle(writing(), id, outcome), { number: id, from: 'distribute', to: 'done' }),
    steps: (id, name) => readSteps(db, id, name),
    async addStep({ cycle, name, part, amount, currency }) {
      await insertSteps(db, { cycle, name, currency, steps: [{ part, amount }], where: `c.state = '${name}'` }).run();
    },
    settleSteps: settle,
    settleStep: (step, outcome, lines) => settle([{ step, outcome, ...(lines && { lines }) }]),
    lines: (id) => readLines(db, id),
    splitPart: ({ id, currency }, part, moves) => splitPart(db, { cycle: id, part, currency }, moves),
    async lastSwap() {
      const found = await one(
        db,
        `WHERE c.id = (SELECT max(id) FROM tax_cycles INDEXED BY tax_cycles_sold
           WHERE state = 'done' AND currency = 'SOL' AND sold IS NOT NULL)`,
      );
      return found === null ? null : { sold: found.sold ?? 0n, proceeds: found.proceeds ?? 0n };
    },
    async carriedOver() {
      const found = await one(db, `WHERE c.id = (${newestIn('SOL')})`);
      return { from: found?.id ?? null, lamports: found?.carriedOut ?? 0n };
    },
  };
}

const OLDEST_IN_FLIGHT = `WHERE c.${stateIn(CYCLE_IN_FLIGHT)} ORDER BY c.id LIMIT 1`;

async function readWork(db: D1Database): Promise<CycleWork | null> {
  const id = `(SELECT c.id FROM tax_cycles c ${OLDEST_IN_FLIGHT})`;
  const [cycles, steps, lines, pauses] = await db.batch([
    db.prepare(`${SELECT_CYCLE} ${OLDEST_IN_FLIGHT}`),
    db.prepare(`SELECT * FROM tax_steps WHERE cycle = ${id} ORDER BY name, part`),
    db.prepare(`${SELECT_LINES} WHERE l.cycle = ${id} ORDER BY l.line`),
    taxPauseStatement(db),
  ]);
  const [found] = cycles?.results ?? [];
  if (found === undefined) return null;
  return {
    isPaused: (pauses?.results.length ?? 0) > 0,
    cycle: cycleInFlight(parseCycle(found)),
    steps: (steps?.results ?? []).map(parseStep),
    lines: (lines?.results ?? []).map(parseLine),
  };
}

/** SQL for the id of the newest ended cycle in one currency. An empty look is not one. */
const newestIn = (currency: TaxCycle['currency']) =>
  `SELECT max(id) AS id FROM tax_cycles INDEXED BY tax_cycles_ended
   WHERE ${stateIn(['done', 'failed'] satisfies CycleState[])} AND currency = '${currency}'`;

/** The first cycle of a selection, if there is one. */
async function one(db: D1Database, which: string, ...values: number[]): Promise<TaxCycle | null> {
  const found = await db
    .prepare(`${SELECT_CYCLE} ${which}`)
    .bind(...values)
    .first();
  return found === null ? null : parseCycle(found);
}
