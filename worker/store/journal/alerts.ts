import * as z from 'zod';

export interface Alert {
  readonly key: string;
  readonly message: string;
  /** Unix milliseconds. */
  readonly raisedAt: number;
}

/** The most alerts that are read at once. An outage makes fewer. */
const MOST_READ = 5_000;

/** Each key has one row. An alert that is over and is raised again takes the same row. */
export const RAISED_AGAIN = `ON CONFLICT (key) DO UPDATE SET message = excluded.message, raised_at = excluded.raised_at,
  delivered_at = NULL, ended_at = NULL WHERE ended_at < excluded.raised_at`;

/** Stores alerts, one row for each key. Returns how many are new or began again. */
async function storeAlerts(db: D1Database, alerts: readonly Alert[]): Promise<number> {
  const { meta } = await db
    .prepare(
      `INSERT INTO alerts (key, message, raised_at)
       SELECT value ->> 'key', value ->> 'message', value ->> 'raisedAt' FROM json_each(?) WHERE true
       ${RAISED_AGAIN}`,
    )
    .bind(JSON.stringify(alerts))
    .run();
  return meta.changes;
}

/** Stores an alert. True when it is new or began again. */
export async function raiseAlert(db: D1Database, alert: Alert): Promise<boolean> {
  return (await storeAlerts(db, [alert])) === 1;
}

/**
 * The statement that stores an alert if the SQL condition is true, for the batch of the change that the alert is about.
 * The condition's values are ?4 and following.
 */
export function alertStatement(
  db: D1Database,
  { key, message, raisedAt }: Alert,
  { where, values }: { readonly where: string; readonly values: readonly (string | number)[] },
): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO alerts (key, message, raised_at) SELECT ?1, ?2, ?3 WHERE ${where} ${RAISED_AGAIN}`)
    .bind(key, message, raisedAt, ...values);
}

const rows = z.array(
  z
    .object({ key: z.string(), message: z.string(), raised_at: z.int() })
    .transform(({ raised_at, ...rest }): Alert => ({ ...rest, raisedAt: raised_at })),
);

/**
 * Alerts that were raised at `since` (unix milliseconds) or later and that a target has not taken yet, oldest first.
 */
export async function undeliveredAlerts(db: D1Database, since = 0): Promise<Alert[]> {
  const { results } = await db
    .prepare(
      `SELECT key, message, raised_at FROM alerts WHERE raised_at >= ? AND delivered_at IS NULL
       ORDER BY raised_at DESC LIMIT ${MOST_READ}`,
    )
    .bind(since)
    .all();
  return rows.parse(results).reverse();
}

export interface AlertNews {
  readonly raised: readonly Alert[];
  /** Keys of alerts that every target has taken. */
  readonly delivered: readonly string[];
  /** Keys of alerts that are over. */
  readonly over: readonly string[];
}

/** Stores news about alerts. `at` is unix milliseconds. */
export async function writeAlertNews(
  db: D1Database,
  { raised, delivered, over }: AlertNews,
  at: number,
): Promise<void> {
  if (raised.length > 0) await storeAlerts(db, raised);
  const noted = (column: 'delivered_at' | 'ended_at', keys: readonly string[]) =>
    db
      .prepare(`UPDATE alerts SET ${column} = ? WHERE key IN (SELECT value FROM json_each(?)) AND ${column} IS NULL`)
      .bind(at, JSON.stringify(keys));
  if (delivered.length + over.length > 0) await db.batch([noted('delivered_at', delivered), noted('ended_at', over)]);
}
