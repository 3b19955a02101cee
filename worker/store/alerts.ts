import * as z from 'zod';

export interface Alert {
  readonly key: string;
  readonly message: string;
  readonly raisedAt: number;
}

/** Stores an alert once per key; true when it is new. */
export async function raiseAlert(db: D1Database, { key, message, raisedAt }: Alert): Promise<boolean> {
  const { meta } = await db
    .prepare('INSERT INTO alerts (key, message, raised_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING')
    .bind(key, message, raisedAt)
    .run();
  return meta.changes === 1;
}

const rows = z.array(
  z
    .object({ key: z.string(), message: z.string(), raised_at: z.int() })
    .transform(({ raised_at, ...rest }): Alert => ({ ...rest, raisedAt: raised_at })),
);

export async function undeliveredAlerts(db: D1Database): Promise<Alert[]> {
  const { results } = await db
    .prepare('SELECT key, message, raised_at FROM alerts WHERE delivered_at IS NULL ORDER BY raised_at LIMIT 20')
    .all();
  return rows.parse(results);
}

/** Alerts raised after `since`, unix milliseconds. */
export async function countAlertsSince(db: D1Database, since: number): Promise<number> {
  const found = await db.prepare('SELECT count(*) AS raised FROM alerts WHERE raised_at > ?').bind(since).first();
  return z.object({ raised: z.int() }).parse(found).raised;
}

export async function markDelivered(db: D1Database, key: string, at: number): Promise<void> {
  await db.prepare('UPDATE alerts SET delivered_at = ? WHERE key = ?').bind(at, key).run();
}
