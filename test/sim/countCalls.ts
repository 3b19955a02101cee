import { LOCK_MS, ROUND_MS } from './faults/atoms.ts';
import type { GivenAnswer } from './network.ts';

/** The most calls of one node by one round, from its lock until it is final, and by one tax cycle. */
export interface MostCalls {
  readonly round: number;
  readonly cycle: number;
}

/** Where nothing goes wrong a round is final so long after its lock, and a tax cycle after its beginning. */
const OVER_MS = 90_000;

/** Counts what the objects ask each node. A new tax cycle begins with each round. */
export function createCallCount() {
  const counts = { rounds: new Map<string, number>(), tax: new Map<string, number>() };
  return {
    note({ process, node, at }: GivenAnswer): void {
      const who = process.startsWith('rounds') ? 'rounds' : process.startsWith('tax') ? 'tax' : null;
      if (who === null) return;
      const since = who === 'rounds' ? at + LOCK_MS : at;
      if (since % ROUND_MS >= OVER_MS || since < ROUND_MS) return;
      const name = `${node} ${Math.floor(since / ROUND_MS)}`;
      counts[who].set(name, (counts[who].get(name) ?? 0) + 1);
    },
    most: (): MostCalls => ({
      round: Math.max(0, ...counts.rounds.values()),
      cycle: Math.max(0, ...counts.tax.values()),
    }),
  };
}
