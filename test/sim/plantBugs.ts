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
  readonly seconds: number;
}

/**
 * Plants each bug of `test/sim/planted` into a copy of the code and lets the simulator look for it. A patch begins with
 * what the bug is, and may name arguments: `search: --nodes 3`. Throws for a patch that no longer applies.
 */
export async function plantBugs(say: (line: string) => void): Promise<readonly PlantedBug[]> {
  const waiting = readdirSync(PATCHES).filter((name) => name.endsWith('.patch'));
  const bugs: PlantedBug[] = [];
  const compiled = mkdtempSync(join(tmpdir(), 'planted-'));
  const isClean = rememberClean(compiled);
  // One copy for each lane: what was compiled of it serves the next bug as well.
  const lane = async () => {
    const folder = copyOfCode();
    try {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const began = performance.now();
        const found = await look(name, { folder, compiled, isClean });
        const seconds = Math.round((performance.now() - began) / 1000);
        bugs.push({ name, found, seconds });
        const how = found === null ? 'NOT FOUND' : `${found.rule}, seed ${found.seed}`;
        say(`${name}: ${how}, ${seconds} s`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  rmSync(compiled, { recursive: true, force: true });
  return bugs;
}

function copyOfCode(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  for (const part of PARTS) {
    mkdirSync(join(folder, part, '..'), { recursive: true });
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

interface Lane {
  readonly folder: string;
  readonly compiled: string;
  readonly isClean: (seed: number, asked: readonly string[]) => Promise<boolean>;
}

/** Whether a seed breaks no rule without any bug; each is played once. */
function rememberClean(compiled: string): Lane['isClean'] {
  const known = new Map<string, Promise<boolean>>();
  return (seed, asked) => {
    const args = ['--seed', String(seed), '--first', ...asked];
    const name = args.join(' ');
    const clean = known.get(name) ?? firstBroken({ folder: ROOT, compiled }, args).then((found) => found === null);
    known.set(name, clean);
    return clean;
  };
}

async function look(name: string, { folder, compiled, isClean }: Lane): Promise<PlantedBug['found']> {
  const apply = (...how: readonly string[]) =>
    execFileSync('git', ['apply', ...how, join(PATCHES, name)], {
      cwd: folder,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
    });
  const asked = /^search: (.*)$/m.exec(readFileSync(join(PATCHES, name), 'utf8'))?.[1]?.split(' ') ?? [];
  apply();
  for (let from = 1; from <= SEEDS; ) {
    const span = ['--from', String(from), '--seeds', String(SEEDS - from + 1), '--first'];
    const found = await firstBroken({ folder, compiled }, [...span, ...asked]);
    // A seed that breaks a rule without the bug as well has not found it.
    if (found === null || (await isClean(found.seed, asked))) {
      apply('--reverse');
      return found;
    }
    from = found.seed + 1;
  }
  apply('--reverse');
  return null;
}

async function firstBroken(
  { folder, compiled }: Pick<Lane, 'folder' | 'compiled'>,
  args: readonly string[],
): Promise<PlantedBug['found']> {
  const run = promisify(execFile)(process.execPath, ['--no-warnings', 'test/sim/run.ts', ...args], {
    cwd: folder,
    maxBuffer: MOST_BYTES,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const { stdout } = await run.catch((error: { readonly code?: unknown; readonly stdout?: string }) => {
    // 1: a rule was broken. Anything else is a fault of the patch.
    if (error.code !== 1 || !/^seed \d+ /m.test(error.stdout ?? '')) throw error;
    return { stdout: error.stdout ?? '' };
  });
  const [, seed, rule] = /^seed (\d+) ([a-z-]+):/m.exec(stdout) ?? [];
  return seed === undefined || rule === undefined ? null : { seed: Number(seed), rule };
}
