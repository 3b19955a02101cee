// Must be imported first: it saves the real setImmediate, with which it waits for microtasks.
import './scheduler.ts';
import { parseArgs } from 'node:util';
import { wordsOf } from '../world/wordsOf.ts';
import { createDice } from './dice.ts';
import { type Atom, LOCK_MS, type Plan, ROUND_MS, type SICK } from './faults/atoms.ts';
import { LIE_NAMES, LIES } from './faults/lies.ts';
import type { PaidDraw } from './oracle/judgeDraws.ts';
import { installPlatform } from './platform.ts';
import { installQuickWeb3 } from './quickWeb3.ts';

/*
 * `npm run hostile:modelled -- --ways 3 --part 1/2`: the hostile matrix in the simulator, in virtual time. One node
 * tells each lie, each pair of lies (also beside a node that refuses every tenth call), or one lie at one moment only.
 * Each case is played with two nodes and with three, and in `ways` ways. The chain is judged after every event. Where
 * only one of three nodes fails, each round has to be paid and a tax cycle has to distribute. Prints a table, and exits
 * with 1 if anything was wrong.
 */
const { ways, part, parts, only } = wordsOf(
  'npm run hostile:modelled -- [--ways N] [--part I/N] [--only NAME]',
  (args) => {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ args: [...args], options: { ways: text, part: text, only: text } });
    const ways = Number(values.ways ?? 1);
    const [part = Number.NaN, parts = Number.NaN] = (values.part ?? '1/1').split('/').map(Number);
    if (!(Number.isInteger(ways) && ways >= 1) || !(part >= 1 && part <= parts))
      throw new Error('--ways must be a whole number from 1, and --part as 1/2');
    return { ways, part, parts, only: values.only ?? '' };
  },
);
const ROUNDS = 2;
const END = ROUNDS * ROUND_MS;
const REFUSED_SHARE = 0.1;
/** From when until when a lie "at one moment" is told in each round, in milliseconds from the round's beginning. */
const MOMENTS = {
  'a checkpoint': [0, 5_000],
  'the lock': [LOCK_MS, LOCK_MS + 4_000],
  'the commitment': [LOCK_MS + 1_000, LOCK_MS + 20_000],
  'the payment': [ROUND_MS, ROUND_MS + 20_000],
} as const;
/** Old views, in blocks: the simulator's `lag` is two blocks plus its argument times this. */
const LAG_OF_ARG = 200;
const TOLD_EVERY = 100;
const OLD_BLOCKS = [20, 200, 2_000];

installQuickWeb3();
installPlatform();
// Imported only now, so that the worker's modules find the simulated platform when they are loaded.
const { runWorld } = await import('./world.ts');
const { judgeDraws } = await import('./oracle/judgeDraws.ts');

interface Described {
  readonly kind: string;
  readonly nodes: number;
  readonly name: string;
  readonly atoms: readonly Atom[];
  /** Whether the rounds must be played, because only one of three nodes fails. */
  readonly mustPlay: boolean;
}

/** The plan that is played. When it is saved as JSON, `npm run sim -- --plan FILE` plays it again. */
interface Case extends Described {
  readonly plan: Plan;
}

const always = { from: 0, to: END } as const;
const honestWays = { isOnlyAlone: false, node: 0 } as const;
/** The rate of each of two lies: two lies about the same method are each told half of the time. */
const share = (one: string, other: string) =>
  [one, other].some((lie) => LIES[lie]?.method === null) || LIES[one]?.method === LIES[other]?.method ? 0.5 : 1;
const sick = (kind: (typeof SICK)[number], node: number, rate: number, arg = 0): Atom => ({
  ...{ kind, method: null, node, rate, arg },
  ...always,
});
/** The times of a moment, one in each round. */
const inEachRound = ([from, to]: readonly [number, number]) =>
  Array.from({ length: ROUNDS }, (_, round) => ({ from: round * ROUND_MS + from, to: round * ROUND_MS + to }));

function casesOf(way: number, nodes: number): readonly Described[] {
  const dice = createDice(way);
  const arg = () => dice.unit('way of a lie');
  const of = (kind: string, name: string, atoms: readonly Atom[], mustPlay = nodes === 3): Described => ({
    ...{ kind, nodes, name, atoms, mustPlay },
  });
  const pairs = LIE_NAMES.flatMap((one, i) => LIE_NAMES.slice(i + 1).map((other) => [one, other] as const));
  const both = (one: string, other: string) =>
    [one, other].map(
      (lie): Atom => ({ kind: 'lie', lie, arg: arg(), rate: share(one, other), ...honestWays, ...always }),
    );
  return [
    ...LIE_NAMES.map((lie) =>
      of('one lie', lie, [{ kind: 'lie', lie, arg: arg(), rate: 1, ...honestWays, ...always }]),
    ),
    ...pairs.map(([one, other]) => of('two lies at once', `${one} and ${other}`, both(one, other))),
    ...pairs.map(([one, other]) =>
      of(
        ...(['two lies, and another node refuses 10%', `${one} and ${other}`] as const),
        [...both(one, other), sick('refuse', 1, REFUSED_SHARE)],
        false,
      ),
    ),
    ...Object.entries(MOMENTS).flatMap(([moment, span]) =>
      LIE_NAMES.map((lie) => {
        const way = arg();
        const atoms = inEachRound(span).map(
          (during): Atom => ({
            ...{ kind: 'lie', lie, arg: way, rate: 1, ...honestWays },
            ...during,
          }),
        );
        return of(`one lie, at ${moment}`, lie, atoms);
      }),
    ),
    ...OLD_BLOCKS.map((blocks) => of('an old view', `${blocks} blocks`, [sick('lag', 0, 1, blocks / LAG_OF_ARG)])),
    ...(['silent', 'refuse', 'slow'] as const).map((kind) =>
      of('two addresses of one server', kind, [sick(kind, 0, 1, 1), sick(kind, 1, 1, 1)], false),
    ),
  ];
}

interface Row {
  cases: number;
  rounds: number;
  paid: number;
  cycles: number;
  readonly wrong: Set<string>;
}

const rows = new Map<string, Row>();
const drawn: { readonly one: Case; readonly draw: PaidDraw }[] = [];

function rowOf({ kind, nodes }: Case): Row {
  const key = `${kind} | ${nodes}`;
  const row = rows.get(key) ?? { cases: 0, rounds: 0, paid: 0, cycles: 0, wrong: new Set<string>() };
  rows.set(key, row);
  return row;
}

function wrong(one: Case, problem: string): void {
  rowOf(one).wrong.add(one.name);
  process.stdout.write(`${one.kind} | ${one.nodes}, ${one.name}: ${problem}\n${JSON.stringify({ plan: one.plan })}\n`);
}

/** The second implementation draws all paid rounds once more. It gets many at once, because it is another process. */
function judge(): void {
  const batch = drawn.splice(0);
  for (const [i, detail] of judgeDraws(batch.map(({ draw }) => draw)).entries()) {
    const one = batch[i]?.one;
    if (detail !== null && one !== undefined) wrong(one, detail);
  }
}

const all = Array.from({ length: ways }, (_, i) => [2, 3].flatMap((nodes) => casesOf(i + 1, nodes)))
  .flat()
  .map(
    ({ atoms, ...one }, i): Case => ({
      ...{ ...one, atoms },
      plan: {
        ...{ seed: i + 1, nodes: one.nodes, rounds: ROUNDS, isBalanced: false, entrants: 25, pool: 100_000_000_000 },
        atoms,
      },
    }),
  );
const chosen = all.filter(({ kind, name }, i) => i % parts === part - 1 && `${kind}: ${name}`.includes(only));
for (const [i, one] of chosen.entries()) {
  const { plan, mustPlay } = one;
  const { violations, summary, cycles, draws } = await runWorld(plan);
  const ends = summary.split(' ').slice(0, ROUNDS);
  const paid = ends.filter((end) => end.endsWith(':paid')).length;
  for (const { rule, detail } of violations) wrong(one, `${rule}: ${detail}`);
  if (mustPlay && paid < ROUNDS) wrong(one, `not played: ${summary}`);
  if (mustPlay && cycles === 0) wrong(one, 'no cycle has distributed');
  const row = rowOf(one);
  row.cases += 1;
  row.rounds += ends.length;
  row.paid += paid;
  row.cycles += cycles;
  drawn.push(...draws.map((draw) => ({ one, draw })));
  if (i % TOLD_EVERY !== TOLD_EVERY - 1) continue;
  judge();
  process.stderr.write(`${i + 1} of ${chosen.length}\n`);
}
judge();
const head = ['case', 'nodes', 'of', 'rounds', 'paid', 'cycles that distributed', 'wrong'];
const lines = [...rows].map(([key, row]) =>
  [key, row.cases, row.rounds, row.paid, row.cycles, row.wrong.size].join(' | '),
);
for (const line of [head.join(' | '), head.map(() => '---').join(' | '), ...lines])
  process.stdout.write(`| ${line} |\n`);
process.exit([...rows.values()].some((row) => row.wrong.size > 0) ? 1 : 0);
