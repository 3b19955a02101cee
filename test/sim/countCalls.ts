import { LOCK_MS, ROUND_MS } from './faults/atoms.ts';
import type { GivenAnswer } from './network.ts';

/** The calls of one node, by method. */
type ByMethod = Readonly<Record<string, number>>;

/**
 * The most calls of one node for one round, from its lock until it is final, and for one tax cycle. Of both the calls
 * by method.
 */
export interface MostCalls {
  readonly round: number;
  readonly cycle: number;
  readonly roundByMethod: ByMethod;
  readonly cycleByMethod: ByMethod;
}

export const NO_CALLS: MostCalls = { round: 0, cycle: 0, roundByMethod: {}, cycleByMethod: {} };

/** The larger numbers of two results. */
export function moreCalls(a: MostCalls, b: MostCalls): MostCalls {
  const { round, roundByMethod } = b.round > a.round ? b : a;
  const { cycle, cycleByMethod } = b.cycle > a.cycle ? b : a;
  return { round, cycle, roundByMethod, cycleByMethod };
}

/**
 * The time within which, if nothing goes wrong, a round is final after its lock, and a tax cycle after its beginning.
 */
const OVER_MS = 90_000;

/** Counts what the objects ask each node. A new tax cycle begins with each round. */
export function createCallCount() {
  const counts = { rounds: new Map<string, Map<string, number>>(), tax: new Map<string, Map<string, number>>() };
  return {
    note({ process, node, method, at }: GivenAnswer): void {
      const who = process.startsWith('rounds') ? 'rounds' : process.startsWith('tax') ? 'tax' : null;
      if (who === null) return;
      const since = who === 'rounds' ? at + LOCK_MS : at;
      if (since % ROUND_MS >= OVER_MS || since < ROUND_MS) return;
      const name = `${node} ${Math.floor(since / ROUND_MS)}`;
      const methods = counts[who].get(name) ?? new Map<string, number>();
      counts[who].set(name, methods.set(method, (methods.get(method) ?? 0) + 1));
    },
    most(): MostCalls {
      const [round, cycle] = [mostOf(counts.rounds), mostOf(counts.tax)];
      return { round: round.sum, cycle: cycle.sum, roundByMethod: round.byMethod, cycleByMethod: cycle.byMethod };
    },
  };
}

function mostOf(counts: ReadonlyMap<string, ReadonlyMap<string, number>>) {
  const sums = [...counts.values()].map((methods) => ({
    sum: [...methods.values()].reduce((a, b) => a + b, 0),
    byMethod: Object.fromEntries([...methods].sort(([, a], [, b]) => b - a)),
  }));
  return sums.reduce((most, one) => (one.sum > most.sum ? one : most), { sum: 0, byMethod: {} });
}
