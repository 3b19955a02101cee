import '../world/quietBindings.ts';
import { parseArgs } from 'node:util';
import setup from '../rounds/globalSetup.ts';
import { seededRandom } from '../world/seededRandom.ts';
import { startWorld } from '../world/startWorld.ts';
import { wordsOf } from '../world/wordsOf.ts';
import { ENDINGS, type Ending, type MatrixCase, matrixCases } from './matrixCases.ts';

/*
 * `npm run hostile:matrix -- --minutes 10 --at-once 6 --seed 1 --only "two lies"`: plays cases of the matrix in an
 * order that the seed shuffles, begins none after these minutes, and prints the results as a table. Exits with 1 when a
 * lamport was wrong, or when a round was not played or a cycle did not end with three nodes.
 */
const USAGE = 'npm run hostile:matrix -- [--minutes N] [--at-once N] [--seed N] [--only NAME] [--nodes N]';
const { values, minutes, lanes } = wordsOf(USAGE, (args) => {
  const options = {
    minutes: { type: 'string', default: '10' },
    'at-once': { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    nodes: { type: 'string', default: '' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const [minutes, lanes] = [Number(values.minutes), Number(values['at-once'])];
  if (!(minutes > 0 && minutes <= 1_440) || !(Number.isInteger(lanes) && lanes >= 1 && lanes <= 16))
    throw new Error('--minutes must be a number up to 1440, and --at-once one from 1 to 16');
  return { values, minutes, lanes };
});

interface Row {
  readonly all: number;
  readonly endings: Record<Ending, number>;
  readonly wrong: string[];
}

const { seed, only, nodes } = values;
const chosen = matrixCases(seed).filter(
  (one) => `${one.kind}: ${one.name}`.includes(only) && (nodes === '' || `${one.nodes}` === nodes),
);
const rows = new Map<string, Row>();
for (const one of chosen) {
  const known = rows.get(keyOf(one));
  const endings = { paid: 0, 'rolled over': 0, 'paid after the lie': 0, 'never asked': 0 };
  rows.set(keyOf(one), { endings, wrong: [], ...known, all: (known?.all ?? 0) + 1 });
}
await setup();
const world = await startWorld({ slotMs: 100, holders: 40, worldSeed: `hostile matrix ${seed}` });
const until = Date.now() + minutes * 60_000;
const queue = shuffled(chosen).values();
await Promise.all(Array.from({ length: lanes }, lane));
await world.stop();
console.log(table());
process.exit([...rows.values()].some(({ wrong }) => wrong.length > 0) ? 1 : 0);

async function lane(): Promise<void> {
  while (Date.now() < until) {
    const { value: one, done } = queue.next();
    if (done || one === undefined) return;
    const row = rows.get(keyOf(one));
    if (row === undefined) throw new Error('a case without a row');
    try {
      row.endings[await one.play(world)] += 1;
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      row.wrong.push(one.name);
      console.error(`${keyOf(one)}, ${one.name}: ${said.slice(0, 2_000)}`);
    }
  }
}

function keyOf({ kind, nodes: count }: MatrixCase): string {
  return `${kind} | ${count}`;
}

/**
 * The same order for the same seed. One case of each row comes first, then a second of each row, so that any first part
 * is a fair sample.
 */
function shuffled(cases: readonly MatrixCase[]): readonly MatrixCase[] {
  const random = seededRandom(seed, 'order of the matrix');
  const drawn = cases.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  return [...Map.groupBy(drawn, ({ one }) => keyOf(one)).values()]
    .flatMap((row) => row.map(({ one, at }, place) => ({ one, at: place + at })))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

function table(): string {
  const head = ['case', 'nodes', 'of', 'played', ...ENDINGS, 'wrong'];
  const lines = [...rows].map(([key, { all, endings, wrong }]) => {
    const counts = ENDINGS.map((ending) => endings[ending]);
    const played = counts.reduce((sum, count) => sum + count, wrong.length);
    return [key, all, played, ...counts, wrong.length].join(' | ');
  });
  return [head.join(' | '), head.map(() => '---').join(' | '), ...lines].map((line) => `| ${line} |`).join('\n');
}
