import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const FOUND = new URL('../sim/found/', import.meta.url).pathname;
const PLANTED = new URL('../sim/planted/', import.meta.url).pathname;
/** A last resort: nobody is to be faster than the machine. */
const LIMIT_MS = 900_000;

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
async function simulate(...args: readonly string[]): Promise<{ said: string; last: Last }> {
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

const brokenRules = (said: string) => [...said.matchAll(/^seed \d+ ([a-z-]+):/gm)].map(([, rule]) => rule ?? '');

describe('the simulator', () => {
  it.each(['2', '3'])(
    'plays calm worlds of %s nodes to their end: every round is paid and the tax distributed, with few calls of a node',
    async (nodes) => {
      const { last } = await simulate('--from', '1', '--seeds', '5', '--families', '', '--nodes', nodes);
      expect(last).toMatchObject({ seeds: 5, rounds: 15, cycles: 20, violations: 0 });
      expect(last.calls.round).toBeLessThanOrEqual(MOST_CALLS.round);
      expect(last.calls.cycle).toBeLessThanOrEqual(MOST_CALLS.cycle);
    },
    LIMIT_MS,
  );

  it(
    'loses crons by themselves, for minutes and one by one: every round is paid all the same',
    async () => {
      const { last } = await simulate('--from', '1', '--seeds', '8', '--families', 'crons');
      expect(last).toMatchObject({ seeds: 8, violations: 0 });
      expect(last.rounds).toBeGreaterThan(20);
    },
    LIMIT_MS,
  );

  it(
    'plays one seed the same way in two processes, event by event, also with a death at a question by its name',
    async () => {
      const pair = 'getLatestBlockhash × crash';
      const args = ['--from', '40', '--seeds', '3', '--nodes', '3', '--coverage', '--at', pair];
      const [one, other] = await Promise.all([simulate(...args), simulate(...args)]);
      expect(one.last.trace).toBe(other.last.trace);
      expect(one.last.met).toContain(pair);
    },
    LIMIT_MS,
  );

  it(
    'has a chain that says the same as the real Solana runtime of 20 scenarios',
    async () => {
      const { last } = await simulate('--differential', '--from', process.env.SIM_FROM ?? '1', '--seeds', '20');
      expect(last).toMatchObject({ scenarios: 20, same: 20 });
    },
    LIMIT_MS,
  );

  it(
    'finds no rule broken in new seeds',
    async () => {
      const from = process.env.SIM_FROM ?? '5000';
      const { said, last } = await simulate('--from', from, '--seeds', '100000', '--seconds', '20');
      console.log(`the simulator has played ${last.seeds} seeds from ${from} on`);
      expect(last.rounds).toBeGreaterThan(0);
      expect(brokenRules(said)).toEqual([]);
    },
    LIMIT_MS,
  );

  it('has planted bugs that still apply to the code', () => {
    const names = readdirSync(PLANTED).filter((name) => name.endsWith('.patch'));
    expect(names.length).toBeGreaterThanOrEqual(40);
    const applies = (name: string) => spawnSync('git', ['apply', '--check', `${PLANTED}${name}`]).status === 0;
    expect(names.filter((name) => !applies(name))).toEqual([]);
  });

  it(
    'keeps what it has found and was mended from coming back',
    async () => {
      const kept = readdirSync(FOUND)
        .filter((name) => name.endsWith('.json'))
        .map((name) => `${FOUND}${name}`)
        .filter((file) => JSON.parse(readFileSync(file, 'utf8')).isMended);
      const { said, last } = await simulate(...kept.flatMap((file) => ['--plan', file]));
      expect(last.seeds).toBe(kept.length);
      expect(brokenRules(said), said).toEqual([]);
    },
    LIMIT_MS,
  );
});
