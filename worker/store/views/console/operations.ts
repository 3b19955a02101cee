import * as z from 'zod';
import { ALERT_KINDS } from '../../../../src/alerts/alertKinds.ts';
import { UNSETTLED } from '../../../../src/round/state.ts';
import { CYCLE_IN_FLIGHT } from '../../../../src/tax/cycle.ts';
import { stateIn } from '../../rows/states.ts';
import { type Action, actionsStatement, parseActions } from './actions.ts';

const MOST_ALERTS = 20;
const MOST_ACTIONS = 50;

/** Columns that decide which exits a round has, or that an operator is shown. */
const hold = {
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  promised_lamports: z.string().nullable(),
  root: z.string().nullable(),
  commit_signature: z.string().nullable(),
  shelved_at: z.int().nullable(),
  shelved_by: z.string().nullable(),
  shelved_reason: z.string().nullable(),
};
const holdRow = z.object({ ...hold, state: z.string(), closed_at: z.int().nullable() });
/** A round that may wait for a person. */
export type HoldRow = Omit<z.infer<typeof holdRow>, 'closed_at'>;

const pause = z.array(z.object({ paused_at: z.int(), paused_by: z.string(), reason: z.string() }));
const schemas = {
  pause,
  taxPause: pause,
  rounds: z.array(
    z.object({
      round: z.int(),
      state: z.enum(UNSETTLED),
      ends_at: z.int(),
      total_lamports: z.string().nullable(),
      ...hold,
    }),
  ),
  cycles: z.array(
    z.object({
      id: z.int(),
      state: z.enum(CYCLE_IN_FLIGHT),
      detail: z.string().nullable(),
      started_at: z.int(),
    }),
  ),
  journal: z.array(
    z.object({
      key: z.string(),
      attempt: z.int(),
      state: z.enum(['sent', 'confirmed']),
      signature: z.string(),
      signed_at: z.int(),
    }),
  ),
  alerts: z.array(
    z.object({
      ...{ key: z.string(), message: z.string(), raised_at: z.int() },
      ...{ delivered_at: z.int().nullable(), ended_at: z.int().nullable() },
    }),
  ),
};

/**
 * What the database knows of everything under way, as its rows. `ends_at` is unix seconds, other times are
 * milliseconds.
 */
export interface StoredOperations {
  readonly pause: z.infer<typeof pause>[number] | null;
  readonly taxPause: z.infer<typeof pause>[number] | null;
  readonly rounds: z.infer<typeof schemas.rounds>;
  readonly cycles: z.infer<typeof schemas.cycles>;
  readonly journal: z.infer<typeof schemas.journal>;
  readonly alerts: z.infer<typeof schemas.alerts>;
  readonly actions: readonly Action[];
}

/**
 * What an operator has to know about one round. Null when it has no row. A round that a person closed has the state
 * `closed`.
 */
export async function roundOperation(db: D1Database, round: number): Promise<HoldRow | null> {
  const found = await db
    .prepare(`SELECT ${Object.keys(holdRow.shape).join(', ')} FROM rounds WHERE round = ?`)
    .bind(round)
    .first();
  if (found === null) return null;
  const { closed_at: closedAt, ...row } = holdRow.parse(found);
  return closedAt === null ? row : { ...row, state: 'closed' };
}

/** The names of the kinds of alerts that last until something is over, as JSON. */
const LASTING_KINDS = JSON.stringify(Object.entries(ALERT_KINDS).flatMap(([name, { ends }]) => (ends ? [name] : [])));

const ALERT_COLUMNS = Object.keys(schemas.alerts.element.shape);

/** SQL for the alerts that still last. It finds them by the names of their kinds, so that even old ones are found. */
const LASTING_ALERTS = `SELECT ${ALERT_COLUMNS.map((column) => `a.${column}`).join(', ')} FROM json_each(?) k CROSS JOIN alerts a
  WHERE a.key >= k.value AND a.key < k.value || ';' AND a.ended_at IS NULL ORDER BY a.raised_at DESC`;

/**
 * Reads pauses, rounds, cycles, journal, alerts and actions, in one batch. What is under way or waits for a person has
 * no limit, so that whoever decides sees all of it.
 */
export async function storedOperations(db: D1Database): Promise<StoredOperations> {
  const [paused, taxPaused, rounds, cycles, journal, newest, lasting, actions] = await db.batch([
    db.prepare('SELECT paused_at, paused_by, reason FROM pauses WHERE resumed_at IS NULL'),
    db.prepare('SELECT paused_at, paused_by, reason FROM tax_pauses WHERE resumed_at IS NULL'),
    db.prepare(
      `SELECT ${Object.keys(schemas.rounds.element.shape).join(', ')} FROM rounds
         WHERE ${stateIn(UNSETTLED)} AND closed_at IS NULL ORDER BY round DESC`,
    ),
    db.prepare(`SELECT id, state, detail, started_at FROM tax_cycles WHERE ${stateIn(CYCLE_IN_FLIGHT)} ORDER BY id`),
    db.prepare(
      `SELECT key, attempt, state, signature, signed_at FROM journal
         WHERE state IN ('sent', 'confirmed') ORDER BY signed_at`,
    ),
    db.prepare(`SELECT ${ALERT_COLUMNS.join(', ')} FROM alerts ORDER BY raised_at DESC LIMIT ?`).bind(MOST_ALERTS),
    db.prepare(LASTING_ALERTS).bind(LASTING_KINDS),
    actionsStatement(db, MOST_ACTIONS, null),
  ]);
  return {
    pause: schemas.pause.parse(paused?.results)[0] ?? null,
    taxPause: schemas.taxPause.parse(taxPaused?.results)[0] ?? null,
    rounds: schemas.rounds.parse(rounds?.results),
    cycles: schemas.cycles.parse(cycles?.results),
    journal: schemas.journal.parse(journal?.results),
    alerts: alertsOf([...schemas.alerts.parse(newest?.results), ...schemas.alerts.parse(lasting?.results)]),
    actions: parseActions(actions?.results),
  };
}

/** The alerts, each only once, newest first. */
function alertsOf(alerts: StoredOperations['alerts']): StoredOperations['alerts'] {
  return [...new Map(alerts.map((one) => [one.key, one])).values()].sort((a, b) => b.raised_at - a.raised_at);
}
