import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const PATCHES = new URL('planted/', import.meta.url).pathname;
const ROOT = resolve(new URL('../../', import.meta.url).pathname);
/** The folders and files that a simulated world is loaded from. */
const PARTS = ['src', 'worker', 'migrations', 'test/sim', 'test/world', 'test/independent', 'package.json'];
const SEEDS = 2_000;
const MOST_BYTES = 2 ** 26;

export interface PlantedBug {
  readonly name: string;
  /** The seed that found it and the rule it broke; null when 2,000 seeds did not. */
  readonly found: Broken | null;
}
interface Broken {
  readonly seed: number;
  readonly rule: string;
}
interface Sought {
  readonly name: string;
  /** Arguments of the search, from its patch. */
  readonly asked: readonly string[];
  /** The first seed that is played. */
  readonly from: number;
}

/**
 * Plants each bug of `test/sim/planted` into a copy of the code and lets the simulator look for it. A patch begins with
 * a description of the bug, and may name arguments of the search: `search: --nodes 3`. Throws for a patch that no
 * longer applies.
 */
export async function plantBugs(say: (line: string) => void): Promise<readonly PlantedBug[]> {
  const bugs: PlantedBug[] = [];
  const compiled = mkdtempSync(join(tmpdir(), 'planted-'));
  let sought: readonly Sought[] = readdirSync(PATCHES)
    .filter((name) => name.endsWith('.patch'))
    .map((name) => ({ name, asked: askedBy(name), from: 1 }));
  while (sought.length > 0) {
    const found = await lookForAll(sought, { compiled, say });
    const isBrokenAnyway = await playClean(found, compiled);
    // A seed that also breaks a rule without the bug has not found the bug. The search goes on with the next seed.
    sought = found.flatMap(({ bug, broken }) =>
      broken !== null && isBrokenAnyway(bug, broken) ? [{ ...bug, from: broken.seed + 1 }] : [],
    );
    for (const { name } of sought) say(`${name}: that seed breaks a rule without it as well`);
    bugs.push(
      ...found.flatMap(({ bug, broken }) =>
        sought.some(({ name }) => name === bug.name) ? [] : [{ name: bug.name, found: broken }],
      ),
    );
  }
  rmSync(compiled, { recursive: true, force: true });
  return bugs;
}

const askedBy = (name: string): readonly string[] =>
  /^search: (.*)$/m.exec(readFileSync(join(PATCHES, name), 'utf8'))?.[1]?.split(' ') ?? [];

interface Looked {
  readonly bug: Sought;
  readonly broken: Broken | null;
}

async function lookForAll(
  sought: readonly Sought[],
  { compiled, say }: { readonly compiled: string; readonly say: (line: string) => void },
): Promise<readonly Looked[]> {
  const waiting = [...sought];
  const looked: Looked[] = [];
  // One copy of the code for each lane, so that its compiled code serves the next bug as well.
  const lane = async () => {
    const folder = copyOfCode();
    try {
      for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
        const began = performance.now();
        const broken = await look(bug, { folder, compiled });
        looked.push({ bug, broken });
        const how = broken === null ? 'NOT FOUND' : `${broken.rule}, seed ${broken.seed}`;
        say(`${bug.name}: ${how}, ${Math.round((performance.now() - began) / 1000)} s`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  return looked;
}

/**
 * Plays the seeds that were found without any bug, all seeds with the same arguments at once. Returns which of them
 * break a rule there.
 */
async function playClean(
  looked: readonly Looked[],
  compiled: string,
): Promise<(bug: Sought, broken: Broken) => boolean> {
  const nameOf = ({ asked }: Sought) => asked.join(' ');
  const groups = Map.groupBy(
    looked.filter(({ broken }) => broken !== null),
    ({ bug }) => nameOf(bug),
  );
  const dirty = new Map<string, readonly number[]>();
  for (const [name, group] of groups) {
    const seeds = new Set(group.map(({ broken }) => String(broken?.seed)));
    const args = [...[...seeds].flatMap((seed) => ['--seed', seed]), ...(group[0]?.bug.asked ?? [])];
    const broken = await playBroken({ folder: ROOT, compiled }, args);
    dirty.set(
      name,
      broken.map(({ seed }) => seed),
    );
  }
  return (bug, { seed }) => dirty.get(nameOf(bug))?.includes(seed) ?? false;
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

interface Place {
  readonly folder: string;
  readonly compiled: string;
}

async function look({ name, asked, from }: Sought, place: Place): Promise<Broken | null> {
  const apply = (...how: readonly string[]) =>
    execFileSync('git', ['apply', ...how, join(PATCHES, name)], {
      cwd: place.folder,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
    });
  apply();
  const span = ['--from', String(from), '--seeds', String(SEEDS - from + 1), '--first'];
  const [broken] = await playBroken(place, [...span, ...asked]);
  apply('--reverse');
  return broken ?? null;
}

/** The rules that were broken, in the order in which they are told. */
async function playBroken({ folder, compiled }: Place, args: readonly string[]): Promise<readonly Broken[]> {
  const run = promisify(execFile)(process.execPath, ['--no-warnings', 'test/sim/run.ts', ...args], {
    cwd: folder,
    maxBuffer: MOST_BYTES,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const { stdout } = await run.catch((error: { readonly code?: unknown; readonly stdout?: string }) => {
    // Exit code 1 means that a rule was broken. Any other code is a fault of the patch.
    if (error.code !== 1 || !/^seed \d+ /m.test(error.stdout ?? '')) throw error;
    return { stdout: error.stdout ?? '' };
  });
  return [...stdout.matchAll(/^seed (\d+) ([a-z-]+):/gm)].map(([, seed, rule = '']) => ({ seed: Number(seed), rule }));
}
