import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** Generous, so that no test depends on the speed of the machine. */
export const LIMIT_MS = 900_000;

/**
 * The most calls of one node: for a round from its lock until it is final, even when a wallet crosses the threshold in
 * the lock, and with the page's requests; and for a tax cycle.
 */
const MOST_CALLS = { round: 60, cycle: 60 } as const;

interface Last {
  readonly seeds: number;
  readonly rounds: number;
  readonly cycles: number;
  readonly violations: number;
  readonly trace: string;
  /** With `--coverage`. */
  readonly met?: readonly string[];
  readonly calls: { readonly round: number; readonly cycle: number };
}

/** Runs the simulator as a person does. Returns its output and its last line. */
export async function simulate(...args: readonly string[]): Promise<{ said: string; last: Last }> {
  const run = promisify(execFile)(process.execPath, ['--no-warnings', 'test/sim/run.ts', '--json', ...args], {
    timeout: LIMIT_MS,
    maxBuffer: 2 ** 26,
  });
  // After a broken rule it exits with 1, but still prints its result.
  const { stdout } = await run.catch((error: { stdout?: string }) => {
    if (typeof error.stdout !== 'string' || error.stdout === '') throw error;
    return { stdout: error.stdout };
  });
  const lines = stdout.trimEnd().split('\n');
  return { said: stdout, last: JSON.parse(lines.at(-1) ?? '') };
}

/** The broken rules, from the output of a run. */
export const brokenRules = (said: string) => [...said.matchAll(/^seed \d+ ([a-z-]+):/gm)].map(([, rule]) => rule ?? '');

/** Expects five calm worlds of so many nodes to be played to their end, with few calls of a node. */
export async function expectCalm(nodes: 2 | 3): Promise<void> {
  const { last } = await simulate('--from', '1', '--seeds', '5', '--families', '', '--nodes', `${nodes}`);
  expect(last).toMatchObject({ seeds: 5, rounds: 15, cycles: 20, violations: 0 });
  expect(last.calls.round).toBeLessThanOrEqual(MOST_CALLS.round);
  expect(last.calls.cycle).toBeLessThanOrEqual(MOST_CALLS.cycle);
}
