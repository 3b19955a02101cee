import type { Lottery } from './startLottery.ts';

/** No machine misses this many locks in a row by itself. */
const MOST_MISSED = 5;

/** The keys of all alerts that were raised. */
export async function alertsOf(lottery: Lottery): Promise<string[]> {
  const { results } = await (await lottery.worker.database()).prepare('SELECT key FROM alerts').all<{ key: string }>();
  return results.map((row) => row.key);
}

/** Deletes all rows of these tables. */
export async function empty(lottery: Lottery, tables: readonly string[]): Promise<void> {
  const database = await lottery.worker.database();
  await database.batch(tables.map((table) => database.prepare(`DELETE FROM ${table}`)));
}

/**
 * Why the first round ended that the worker came to look at: on a machine that stands still for seconds a lock is missed, and the next
 * round tells.
 */
export async function whyRolledOver(lottery: Lottery): Promise<string | null | undefined> {
  for (let round = 1; ; round++) {
    const { reason } = await lottery.until(round, ['rolled-over']);
    if (reason !== 'missed' || round === MOST_MISSED) return reason;
  }
}
