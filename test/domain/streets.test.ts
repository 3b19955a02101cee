import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

interface Streets {
  readonly STREETS: Readonly<Record<string, readonly string[]>>;
  readonly ROOMS: readonly string[];
}

const require = createRequire(import.meta.url);
const { STREETS, ROOMS }: Streets = require('../structure/streets.cjs');
const { forbidden }: IFlattenedRuleSet = require('../structure/dependencyCruiser.cjs');

/** A file of a room in the tree of imports that break every rule; a room may be one file. */
const fileOf = (room: string, name: string) => (/\.tsx?$/.test(room) ? room : `${room}/${name}.ts`);

/** What breaks the rules, by the file that imports. */
type Violations = ReadonlyMap<string, readonly { readonly rule: string; readonly to: string }[]>;
/** The lines of each file. */
type Tree = Map<string, string[]>;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const isStreet = (name: string | undefined) => name?.endsWith('imports only what its street leads to') === true;

function treeOfDoors(): { readonly tree: Tree; readonly add: (file: string, line: string) => void } {
  const tree: Tree = new Map();
  const add = (file: string, line: string) => void tree.set(file, [...(tree.get(file) ?? []), line]);
  for (const room of [...ROOMS, 'test']) add(fileOf(room, 'door'), 'export const door = 1;');
  return { tree, add };
}

async function violationsIn(tree: Tree, rules: IFlattenedRuleSet['forbidden']): Promise<Violations> {
  const folder = mkdtempSync(join(tmpdir(), 'streets-'));
  folders.push(folder);
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(REPOSITORY, 'package.json'), join(folder, 'package.json'));
  for (const [file, lines] of tree) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  }
  const { output } = await cruise(['.'], {
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: rules ?? [] },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Without a rule on circles none are looked for.
    skipAnalysisNotInRules: true,
  });
  const all = (output as ICruiseResult).summary.violations;
  return Map.groupBy(
    all.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    ({ from }) => from,
  );
}

/** In one tree every room imports every other one; there the search for circles would take longer than all else. */
let streets: Violations;
let others: Violations;
beforeAll(async () => {
  const ways = treeOfDoors();
  for (const from of ROOMS) {
    for (const to of [...ROOMS, 'test']) {
      if (from === to) continue;
      ways.add(fileOf(from, 'ways'), `import '${relativeTo(fileOf(from, 'ways'), fileOf(to, 'door'))}';`);
    }
  }
  const rest = treeOfDoors();
  rest.add('worker/nowhere/lost.ts', "import '../store/rows/door.ts';");
  rest.add('worker/store/rows/unresolved.ts', "import './not-there.ts';");
  rest.add('worker/chain/node/round.ts', "import './trip.ts';");
  rest.add('worker/chain/node/trip.ts', "import './round.ts';");
  rest.add('client/data/value.ts', "import { door } from '../../src/contract/door.ts';");
  rest.add('src/money/library.ts', "import 'hono';");
  rest.add('worker/store/rows/web3.ts', "import '@solana/web3.js';");
  const ofStreets = forbidden?.filter(({ name }) => isStreet(name));
  streets = await violationsIn(ways.tree, ofStreets);
  others = await violationsIn(rest.tree, forbidden);
});

const broken = (from: string) => others.get(from) ?? [];
const waysOf = (room: string) => streets.get(fileOf(room, 'ways')) ?? [];

describe('the import rules', () => {
  it.each(ROOMS)('%s: every import that is not allowed fails, and each allowed one passes', (room) => {
    for (const to of [...ROOMS, 'test']) {
      if (to === room) continue;
      const found = waysOf(room).some(
        (violation) =>
          violation.rule === `${room} imports only what its street leads to` && violation.to === fileOf(to, 'door'),
      );
      expect({ room, to, fails: found }).toEqual({ room, to, fails: !STREETS[room]?.includes(to) });
    }
  });

  it('fail for a library that a room may not use, and for values of the contract in the client', () => {
    expect(broken('src/money/library.ts').map(({ rule }) => rule)).toEqual([
      'src uses audited hashes and curves, and zod for the contract',
    ]);
    expect(broken('worker/store/rows/web3.ts').map(({ rule }) => rule)).toEqual([
      'web3 stays where transactions are made',
    ]);
    expect(broken('client/data/value.ts').map(({ rule }) => rule)).toEqual([
      'the client takes types of the contract only',
    ]);
  });

  it('fail for a file in no room, for an import that leads nowhere, and for a circle', () => {
    expect(broken('worker/nowhere/lost.ts').map(({ rule }) => rule)).toContain('every file is in a room');
    expect(broken('worker/store/rows/unresolved.ts').map(({ rule }) => rule)).toContain('an import leads somewhere');
    expect(broken('worker/chain/node/round.ts').map(({ rule }) => rule)).toContain('no circles');
  });

  /** Rooms of the database in which rows are written. */
  const WRITERS = ['worker/store/journal', 'worker/store/rounds', 'worker/store/tax'];
  /** Rooms that answer requests and change nothing. */
  const ANSWERING = ROOMS.filter((room) => /^worker\/(answers|routes|pictures)(\/|$)/.test(room));

  it.each(ANSWERING)('let %s import what reads the database, and never what writes it', (room) => {
    for (const writer of WRITERS) {
      const found = waysOf(room).some(({ to }) => to === fileOf(writer, 'door'));
      expect({ room, writer, fails: found }).toEqual({ room, writer, fails: true });
    }
  });

  it('are true of the database: no file of the rooms that only read has a statement that writes', () => {
    const reading = ['worker/store/rows', 'worker/store/views'].flatMap((room) =>
      readdirSync(join(REPOSITORY, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(room, file)),
    );
    expect(reading.length).toBeGreaterThan(20);
    const writing = reading.filter((file) =>
      /\b(INSERT|UPDATE|DELETE|REPLACE)\b|\.run\(/.test(readFileSync(join(REPOSITORY, file), 'utf8')),
    );
    expect(writing).toEqual([]);
  });

  it('allow no import in a circle: the rooms are in layers', () => {
    const floors = new Map<string, number>();
    const floorOf = (room: string, above: readonly string[] = []): number => {
      if (above.includes(room)) throw new Error(`a circle of rooms: ${[...above, room].join(' → ')}`);
      const known = floors.get(room);
      if (known !== undefined) return known;
      const under = (STREETS[room] ?? []).map((below) => floorOf(below, [...above, room]));
      const floor = under.length === 0 ? 0 : Math.max(...under) + 1;
      floors.set(room, floor);
      return floor;
    };
    for (const room of ROOMS) floorOf(room);
    expect([...floors.keys()].sort()).toEqual([...ROOMS].sort());
  });

  it('name only rooms that exist', () => {
    for (const [room, allowed] of Object.entries(STREETS))
      expect({ room, unknown: allowed.filter((to) => !ROOMS.includes(to)) }).toEqual({ room, unknown: [] });
  });
});

function relativeTo(file: string, target: string): string {
  const path = relative(dirname(file), target);
  return path.startsWith('.') ? path : `./${path}`;
}
