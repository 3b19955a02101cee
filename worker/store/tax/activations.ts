import { type Alert, alertStatement } from '../journal/alerts.ts';
import { actionStatement } from '../journal/noteAction.ts';
import { batchChangesOne } from '../journal/writing.ts';
import { CONFIG_ID } from '../rows/distributionRows.ts';

/** What is recorded about a change of the distribution, and what operators are told of it. */
export interface Told {
  readonly action: 'save' | 'activate' | 'ask' | 'confirm' | 'stop';
  readonly subject: string;
  readonly details: string;
  readonly alert: Alert;
}

/** As `Told`, with who made the change, and when (unix milliseconds). */
interface ToldBy extends Told {
  readonly by: string;
  readonly at: number;
}

/**
 * The statements that store the action and the alert, to be put into the change's batch. They store nothing unless
 * `query`, with `value` at its end, finds a row at that point of the batch.
 */
export function toldStatements(
  db: D1Database,
  { by, at, alert, ...named }: ToldBy,
  query: string,
  value: string,
): D1PreparedStatement[] {
  const done = (place: string) => ({ where: `EXISTS (${query} ${place})`, values: [value] });
  return [
    actionStatement(db, { by, at, reason: null }, { ...named, ...done('?6') }),
    alertStatement(db, alert, done('?4')),
  ];
}

export interface Ask {
  readonly askId: string;
  readonly version: number;
  /** When the version may come into force, unix milliseconds; null while a second key has to confirm the activation. */
  readonly dueAt: number | null;
}

const ASKED = 'SELECT 1 FROM distribution_waiting WHERE ask_id =';

/**
 * Makes `version` wait for its activation, in place of any other that waits. False, with nothing changed, when
 * `version` is not the newest any more.
 */
export async function askForActivation(db: D1Database, { askId, version, dueAt }: Ask, told: ToldBy): Promise<boolean> {
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `INSERT INTO distribution_waiting (config_id, ask_id, version, asked_at, asked_by, due_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE (SELECT max(version) FROM distribution_versions WHERE config_id = ?1) = ?3
         ON CONFLICT (config_id) DO UPDATE SET ask_id = excluded.ask_id, version = excluded.version,
           asked_at = excluded.asked_at, asked_by = excluded.asked_by, due_at = excluded.due_at,
           confirmed_at = NULL, confirmed_by = NULL`,
      )
      .bind(CONFIG_ID, askId, version, told.at, told.by, dueAt),
    ...toldStatements(db, told, ASKED, askId),
  ]);
}

const UNCONFIRMED = 'SELECT 1 FROM distribution_waiting WHERE confirmed_by IS NULL AND ask_id =';

/**
 * Stores that a second key confirms a waiting activation. False when the activation does not wait any more or is
 * confirmed already. That it was asked for with another key is for the caller to see: it never changes.
 */
export async function confirmActivation(
  db: D1Database,
  { askId, dueAt }: { readonly askId: string; readonly dueAt: number },
  told: ToldBy,
): Promise<boolean> {
  return batchChangesOne(db, -1, [
    ...toldStatements(db, told, UNCONFIRMED, askId),
    db
      .prepare(
        `UPDATE distribution_waiting SET confirmed_at = ?2, confirmed_by = ?3, due_at = ?4
         WHERE ask_id = ?1 AND confirmed_by IS NULL AND asked_by <> ?3`,
      )
      .bind(askId, told.at, told.by, dueAt),
  ]);
}

/** Stops the activation that waits. False when it does not wait any more. */
export async function stopActivation(db: D1Database, askId: string, told: ToldBy): Promise<boolean> {
  return batchChangesOne(db, -1, [
    ...toldStatements(db, told, ASKED, askId),
    db.prepare('DELETE FROM distribution_waiting WHERE ask_id = ?').bind(askId),
  ]);
}

export interface DueActivation {
  readonly askId: string;
  /** The version that was in force; null when none was. */
  readonly previous: number | null;
  readonly description: string;
}

/**
 * Puts the waiting version in force, and records this, once the activation is due. False before it is due, when another
 * process was first, or when the activation was stopped.
 */
export async function bringIntoForce(db: D1Database, due: DueActivation, told: ToldBy): Promise<boolean> {
  const isDue = `SELECT 1 FROM distribution_waiting WHERE due_at <= ${told.at} AND ask_id =`;
  return batchChangesOne(db, -1, [
    db
      .prepare(
        `INSERT INTO distribution_active (config_id, version, change_id)
         SELECT config_id, version, ask_id FROM distribution_waiting WHERE ask_id = ?1 AND due_at <= ?2
         ON CONFLICT (config_id) DO UPDATE SET version = excluded.version, change_id = excluded.change_id`,
      )
      .bind(due.askId, told.at),
    db
      .prepare(
        `INSERT INTO distribution_changes (id, config_id, type, description, changed_at, changed_by, previous_version, new_version)
         SELECT ask_id, config_id, 'ACTIVATE', ?3, ?2, ?4, ?5, version FROM distribution_waiting
         WHERE ask_id = ?1 AND due_at <= ?2`,
      )
      .bind(due.askId, told.at, due.description, told.by, due.previous),
    ...toldStatements(db, told, isDue, due.askId),
    db.prepare('DELETE FROM distribution_waiting WHERE ask_id = ?1 AND due_at <= ?2').bind(due.askId, told.at),
  ]);
}
