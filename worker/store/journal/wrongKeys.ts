import * as z from 'zod';

/** Wrong keys counted since `beganAt`, unix milliseconds. */
export interface WrongKeyWindow {
  readonly beganAt: number;
  readonly tries: number;
}

export const WRONG_KEY_BUCKETS = 1_024;
export const WRONG_KEY_WINDOW_MS = 60_000;
/** Wrong keys a client may send within a window before it has to wait. */
export const WRONG_KEYS_ALLOWED = 10;

const row = z
  .object({ began_at: z.int(), tries: z.int() })
  .transform(({ began_at, tries }): WrongKeyWindow => ({ beganAt: began_at, tries }));

/**
 * Counts one wrong key in its bucket (a group of clients), and returns the bucket's window. Once the window has too
 * many wrong keys, nothing more is written until it ends.
 */
export async function countWrongKey(db: D1Database, bucket: number, now: number): Promise<WrongKeyWindow> {
  const endedBefore = now - WRONG_KEY_WINDOW_MS;
  const [, counted] = await db.batch([
    db
      .prepare(
        `INSERT INTO wrong_keys (bucket, began_at, tries) VALUES (?1, ?2, 1)
         ON CONFLICT (bucket) DO UPDATE SET
           tries = iif(began_at <= ?3, 1, tries + 1), began_at = iif(began_at <= ?3, excluded.began_at, began_at)
           WHERE began_at <= ?3 OR tries <= ?4`,
      )
      .bind(bucket, now, endedBefore, WRONG_KEYS_ALLOWED),
    db.prepare('SELECT began_at, tries FROM wrong_keys WHERE bucket = ?').bind(bucket),
  ]);
  return row.parse(counted?.results[0]);
}
