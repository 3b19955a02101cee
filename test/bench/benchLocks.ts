import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { report } from './report.ts';

const [WORLDS, ROUNDS] = [100, 10];
const GOAL_MS = 20_000;
const PERCENT = 99;

/**
 * 1,000 locks in the simulator: two nodes that are up to five slots apart, finality in bursts, and a stranger who
 * crosses the threshold in every slot. They run in one process for each CPU, because the simulator replaces clock and
 * timers.
 */
export async function benchLocks(): Promise<void> {
  const processes = Math.max(1, availableParallelism());
  const each = Math.ceil(WORLDS / processes);
  const firsts = Array.from({ length: processes }, (_, i) => 1 + i * each);
  const outputs = await Promise.all(
    firsts.map((first) => play(first, Math.max(0, Math.min(each, WORLDS + 1 - first)))),
  );
  const took = outputs.flat();
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

/** After how many milliseconds the rounds of these worlds were locked. */
async function play(first: number, worlds: number): Promise<(number | null)[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', 'test/sim/playLocks.ts', ...[first, worlds, ROUNDS].map(String)],
    { maxBuffer: 2 ** 24 },
  );
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => JSON.parse(line) as (number | null)[]);
}
