import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** A last resort: nobody is to be faster than the machine. */
export const LIMIT_MS = 900_000;

/**
 * Of one node: by a round from its lock until it is final, also where a wallet crosses the threshold in the lock, the
 * page's own questions included, and by a tax cycle.
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

/** Runs the simulator as a person does; what it says, and its last line. */
export async function simulate(...args: readonly string[]): Promise<{ said: string; last: Last }> {
  const run = promisify(execFile)(process.execPath, ['--no-warnings', 'test/sim/run.ts', '--json', ...args], {
    timeout: LIMIT_MS,
    maxBuffer: 2 ** 26,
  });
  // A broken rule ends it with 1, and is told all the same.
  const { stdout } = await run.catch((error: { stdout?: string }) => {
    if (typeof error.stdout !== 'string' || error.stdout === '') throw error;
    return { stdout: error.stdout };
  });
  const lines = stdout.trimEnd().split('\n');
  return { said: stdout, last: JSON.parse(lines.at(-1) ?? '') };
}

/** The rules that were broken, by what a run says. */
export const brokenRules = (said: string) => [...said.matchAll(/^seed \d+ ([a-z-]+):/gm)].map(([, rule]) => rule ?? '');

/** Expects five calm worlds of so many nodes to be played to their end, with few calls of a node. */
export async function expectCalm(nodes: 2 | 3): Promise<void> {
  const { last } = await simulate('--from', '1', '--seeds', '5', '--families', '', '--nodes', `${nodes}`);
  expect(last).toMatchObject({ seeds: 5, rounds: 15, cycles: 20, violations: 0 });
  expect(last.calls.round).toBeLessThanOrEqual(MOST_CALLS.round);
  expect(last.calls.cycle).toBeLessThanOrEqual(MOST_CALLS.cycle);
}
