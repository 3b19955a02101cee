import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const PATCHES = new URL('planted/', import.meta.url).pathname;
const ROOT = resolve(new URL('../../', import.meta.url).pathname);
/** What a simulated world is loaded from. */
const PARTS = ['src', 'worker', 'migrations', 'test/sim', 'test/world', 'test/independent', 'package.json'];
const SEEDS = 2_000;
const MOST_BYTES = 2 ** 26;

export interface PlantedBug {
  readonly name: string;
  /** The seed that found it and the rule it broke; null when 2,000 seeds did not. */
  readonly found: { readonly seed: number; readonly rule: string } | null;
}

/**
 * Plants each bug of `test/sim/planted` into a copy of the code and lets the simulator look for it. A patch begins with
 * what the bug is, and may name arguments: `search: --nodes 3`. Throws for a patch that no longer applies.
 */
export async function plantBugs(say: (line: string) => void): Promise<readonly PlantedBug[]> {
  const names = readdirSync(PATCHES).filter((name) => name.endsWith('.patch'));
  const waiting = [...names];
  const bugs: PlantedBug[] = [];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const bug = { name, found: await look(name) };
      bugs.push(bug);
      say(bug.found === null ? `${name}: NOT FOUND` : `${name}: ${bug.found.rule}, seed ${bug.found.seed}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  return bugs;
}

async function look(name: string): Promise<PlantedBug['found']> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    for (const part of PARTS) {
      mkdirSync(join(folder, part, '..'), { recursive: true });
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    execFileSync('git', ['apply', join(PATCHES, name)], {
      cwd: folder,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
    });
    const asked = /^search: (.*)$/m.exec(readFileSync(join(PATCHES, name), 'utf8'))?.[1]?.split(' ') ?? [];
    for (let from = 1; from <= SEEDS; ) {
      const span = ['--from', String(from), '--seeds', String(SEEDS - from + 1), '--first'];
      const found = await firstBroken(folder, [...span, ...asked]);
      if (found === null) return null;
      // A seed that breaks a rule without the bug as well has not found it.
      if ((await firstBroken(ROOT, ['--seed', String(found.seed), '--first', ...asked])) === null) return found;
      from = found.seed + 1;
    }
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstBroken(folder: string, args: readonly string[]): Promise<PlantedBug['found']> {
  const run = promisify(execFile)(process.execPath, ['--no-warnings', 'test/sim/run.ts', ...args], {
    cwd: folder,
    maxBuffer: MOST_BYTES,
  });
  const { stdout } = await run.catch((error: { readonly code?: unknown; readonly stdout?: string }) => {
    // 1: a rule was broken. Anything else is a fault of the patch.
    if (error.code !== 1 || !/^seed \d+ /m.test(error.stdout ?? '')) throw error;
    return { stdout: error.stdout ?? '' };
  });
  const [, seed, rule] = /^seed (\d+) ([a-z-]+):/m.exec(stdout) ?? [];
  return seed === undefined || rule === undefined ? null : { seed: Number(seed), rule };
}
