import type { Proof } from '../../src/contract/round.ts';
import { isTooSlow, type Lottery } from './startLottery.ts';

/** No machine misses so many locks in a row only because it is slow. */
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
 * The reason why the first round from `from` on ended, leaving out rounds that a slow machine missed. The reason
 * `expected` is never left out, even if a slow machine can cause it as well.
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

/** The first round from `from` on that is paid. Rounds for which this machine was too slow are skipped. */
export async function firstPaid(lottery: Lottery, from = 1): Promise<Proof> {
  for (let round = from; ; round++) {
    const proof = await lottery.until(round, ['paid', 'rolled-over']);
    if (proof.state === 'paid') return proof;
    if (!isTooSlow(proof) || round === from + MOST_MISSED - 1)
      throw new Error(`round ${round} is ${proof.state} ${proof.reason ?? ''}\n${lottery.logs.slice(-20).join('\n')}`);
  }
}
