import type { Stats } from '../../src/contract/stats.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';

/** The three prizes of a prize pool in lamports: the server's own for the pool that it sent, else split by the same rule. */
export function prizesOf(total: string, stats: Stats | null): readonly [string, string, string] {
  const [first, second, third] = stats?.prizes ?? [];
  if (first && second && third && stats?.prizePool.lamports === total) {
    return [first.lamports, second.lamports, third.lamports];
  }
  const pool = BigInt(total);
  const [, ofSecond, ofThird] = CURRENT_RULES.placePercents;
  const runnerUp = (pool * ofSecond) / 100n;
  const last = (pool * ofThird) / 100n;
  // Places 2 and 3 round down; place 1 takes the rest.
  return [String(pool - runnerUp - last), String(runnerUp), String(last)];
}
