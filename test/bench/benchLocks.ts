import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { report } from './report.ts';

const [WORLDS, ROUNDS] = [100, 10];
const GOAL_MS = 20_000;
const PERCENT = 99;

/**
 * 1,000 locks of the simulator: two nodes none to five slots apart, finality in bursts, and a stranger who crosses the
 * threshold in every slot. In a process of its own, whose clock and timers are the simulator's.
 */
export async function benchLocks(): Promise<void> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', 'test/sim/playLocks.ts', String(WORLDS), String(ROUNDS)],
    { maxBuffer: 2 ** 24 },
  );
  const took: readonly (number | null)[] = JSON.parse(stdout);
  const inTime = took.filter((ms) => ms !== null && ms <= GOAL_MS).length;
  const slowestFirst = took.map((ms) => ms ?? Number.POSITIVE_INFINITY).toSorted((a, b) => b - a);
  report({
    bench: `${took.length} modelled locks with a stranger who crosses the threshold in every slot: the slowest of ${PERCENT} in 100`,
    value: (slowestFirst[Math.floor((took.length * (100 - PERCENT)) / 100)] ?? Number.NaN) / 1_000,
    unit: 's',
    goal: GOAL_MS / 1_000,
    detail: {
      inTime,
      neverLocked: took.filter((ms) => ms === null).length,
      medianMs: slowestFirst[Math.floor(took.length / 2)] ?? Number.NaN,
      slowestMs: slowestFirst[0] ?? Number.NaN,
    },
  });
}
