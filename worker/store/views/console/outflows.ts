import * as z from 'zod';

/** A transaction that the pool signed and that the journal does not have. `foundAt` is unix milliseconds. */
export interface Outflow {
  readonly signature: string;
  readonly foundAt: number;
}

export const UNACKNOWLEDGED = 'SELECT signature, found_at FROM outflows WHERE acknowledged_at IS NULL';
export const OLDEST_FIRST = 'ORDER BY found_at, signature';

export const outflowRows = z
  .array(z.object({ signature: z.string(), found_at: z.int() }))
  .transform((found) => found.map((row): Outflow => ({ signature: row.signature, foundAt: row.found_at })));

/** Outflows that nobody has acknowledged yet, oldest first. */
export async function unacknowledgedOutflows(db: D1Database): Promise<readonly Outflow[]> {
  const { results } = await db.prepare(`${UNACKNOWLEDGED} ${OLDEST_FIRST}`).all();
  return outflowRows.parse(results);
}
