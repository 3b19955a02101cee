// Must be imported first: it saves the real setImmediate, with which it waits for microtasks.
import './scheduler.ts';
import { type Plan, ROUND_MS } from './faults/atoms.ts';
import { installPlatform } from './platform.ts';
import { installQuickWeb3 } from './quickWeb3.ts';

/**
 * `node playLocks.ts <first seed> <worlds> <rounds>`: plays worlds of the simulator in which a stranger crosses the
 * threshold in every slot of each lock. Prints a line of JSON for each world: after how many milliseconds of virtual
 * time each round was locked, or null for a round that was never locked.
 */
const [first = 1, worlds = 1, rounds = 10] = process.argv.slice(2).map(Number);
/** A node's `lag` is two blocks plus its argument times this. */
const LAG_OF_ARG = 200;
const MOST_APART = 5;

installQuickWeb3();
installPlatform();
// Imported only now, so that the worker's modules find the simulated platform when they are loaded.
const { runWorld } = await import('./world.ts');

function planOf(seed: number): Plan {
  const end = rounds * ROUND_MS;
  const apart = seed % (MOST_APART + 1);
  return {
    ...{ seed, nodes: 2, rounds, isBalanced: false, entrants: 20, pool: 100_000_000_000 },
    atoms: [
      { kind: 'cross', holder: 3, from: 0, to: end },
      ...Array.from({ length: apart < 2 ? 0 : 1 }, () => ({
        ...{ kind: 'lag' as const, method: null, node: 1, rate: 1, arg: (apart - 2) / LAG_OF_ARG },
        ...{ from: 0, to: end },
      })),
    ],
  };
}

for (let seed = first; seed < first + worlds; seed++) {
  const { lines, violations } = await runWorld(planOf(seed), { isTraced: true });
  if (violations.length > 0) throw new Error(`seed ${seed}: ${JSON.stringify(violations)}`);
  const locked = new Map<number, number>();
  for (const line of lines) {
    const at = line.indexOf('{"event":"transition","round"');
    if (at < 0) continue;
    const { round, to, msSinceDue } = JSON.parse(line.slice(at));
    if (to === 'locked') locked.set(round, msSinceDue);
  }
  const took = Array.from({ length: rounds }, (_, i) => locked.get(i + 1) ?? null);
  process.stdout.write(`${JSON.stringify(took)}\n`);
}
