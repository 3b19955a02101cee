import type { Proof } from '../../src/contract/round.ts';
import { isTooSlow, type Lottery } from './startLottery.ts';

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
 * Why the first round from `from` on ended that the worker came to look at: on a machine that stands still for seconds a lock is missed,
 * and the next round tells. `expected` is no such reason, however often it is what a slow machine brings about as well.
 */
export async function whyRolledOver(
  lottery: Lottery,
  { from = 1, expected }: { readonly from?: number; readonly expected?: Proof['reason'] } = {},
): Promise<Proof['reason']> {
  for (let round = from; ; round++) {
    const proof = await lottery.until(round, ['rolled-over']);
    const { reason } = proof;
    if (reason === expected || !isTooSlow(proof) || round === from + MOST_MISSED - 1) return reason;
  }
}

/** The first round from `from` on that is paid: those that this machine was too slow for are passed over. */
export async function firstPaid(lottery: Lottery, from = 1): Promise<Proof> {
  for (let round = from; ; round++) {
    const proof = await lottery.until(round, ['paid', 'rolled-over']);
    if (proof.state === 'paid') return proof;
    if (!isTooSlow(proof) || round === from + MOST_MISSED - 1)
      throw new Error(`round ${round} is ${proof.state} ${proof.reason ?? ''}\n${lottery.logs.slice(-20).join('\n')}`);
  }
}
