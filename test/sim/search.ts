import { createHash } from 'node:crypto';
import { type MostCalls, moreCalls, NO_CALLS } from './countCalls.ts';
import { coverageOf } from './coverage.ts';
import { aimAt, readPair } from './faults/aimAt.ts';
import type { Plan } from './faults/atoms.ts';
import type { Violation } from './oracle/Court.ts';
import { judgeDraws, type PaidDraw } from './oracle/judgeDraws.ts';
import { shrink } from './shrink.ts';
import { tellStory } from './story.ts';
import { runWorld } from './world.ts';

/** A shrunk plan as it is stored; this plan alone breaks the rule. */
export interface Found {
  readonly rule: string;
  readonly detail: string;
  readonly story: readonly string[];
  readonly plan: Plan;
}

/** A world that is to be played, and the command that plays it again. */
export interface Drawn {
  readonly plan: Plan;
  readonly again: string;
}

export interface SearchInput {
  readonly worlds: Iterable<Drawn>;
  readonly say: (line: string) => void;
  /** Milliseconds of the real clock, for the printed figures. */
  readonly clock: () => number;
  /** Milliseconds of CPU time, for the speed. */
  readonly worked: () => number;
  readonly isTraced: boolean;
  readonly isTwice: boolean;
  /** Whether each broken rule is told only once; by default every violation is told. */
  readonly isCounting: boolean;
  /** Ends with the first seed that breaks a rule. */
  readonly isFirst: boolean;
  readonly shrink: boolean;
  readonly isCovered: boolean;
  /**
   * Whether worlds are then played again with a fault at a question that they ask, until each pair was met or tried.
   */
  readonly isAimed: boolean;
  readonly keep: (name: string, found: Found) => void;
}

/** The command's last line. `trace` is one hash of all worlds' traces. */
export interface SearchResult {
  readonly seeds: number;
  readonly rounds: number;
  readonly cycles: number;
  readonly events: number;
  readonly violations: number;
  readonly firstSeed: number | null;
  readonly trace: string;
  readonly coverage: number;
  /**
   * With `--coverage`: the questions that were asked and the pairs that were met, so that several runs can be added up.
   */
  readonly asked?: readonly string[];
  readonly met?: readonly string[];
  readonly seconds: number;
  /** Rounds for each second of CPU time, including the work that a process does only once. */
  readonly speed: number;
  readonly calls: MostCalls;
}

const DRAWS_AT_ONCE = 5_000;
/** How many worlds that ask a question are remembered and tried. */
const MOST_ASKERS = 6;

/** Plays plans one after the other, tells what breaks a rule, and counts. */
export async function search(input: SearchInput): Promise<{ result: SearchResult; lines: readonly string[] }> {
  const { say, clock } = input;
  const [began, workedBefore] = [clock(), input.worked()];
  const hash = createHash('sha256');
  const [pairs, questions] = [new Set<string>(), new Set<string>()];
  const told = new Map<string, number[]>();
  let [seeds, rounds, cycles, events, violations] = [0, 0, 0, 0, 0];
  let firstSeed: number | null = null;
  let hasLiars = false;
  let calls = NO_CALLS;
  let lines: readonly string[] = [];
  const drawn: { readonly world: Drawn; readonly draw: PaidDraw }[] = [];
  const askers = new Map<string, Drawn[]>();

  async function note(world: Drawn, violation: Violation): Promise<void> {
    violations += 1;
    firstSeed ??= world.plan.seed;
    const known = told.get(violation.rule) ?? [];
    told.set(violation.rule, [...known, world.plan.seed]);
    if (!input.isCounting || known.length === 0) await tell(input, world, violation);
  }

  async function judge(): Promise<void> {
    const batch = drawn.splice(0);
    for (const [i, detail] of judgeDraws(batch.map(({ draw }) => draw)).entries()) {
      const world = batch[i]?.world;
      if (detail !== null && world !== undefined) await note(world, { rule: 'draw-untrue', detail, at: 0 });
    }
  }

  async function play(drawnWorld: Drawn): Promise<void> {
    const { plan } = drawnWorld;
    const world = await runWorld(plan, { isTraced: input.isTraced });
    if (input.isTwice) {
      const again = await runWorld(plan);
      if (again.digest !== world.digest) {
        violations += 1;
        say(`seed ${plan.seed}: played twice, its traces differ`);
      }
    }
    seeds += 1;
    rounds += world.rounds;
    cycles += world.cycles;
    events += world.events;
    calls = moreCalls(calls, world.calls);
    lines = world.lines;
    hasLiars ||= plan.nodes > 1;
    hash.update(world.digest);
    drawn.push(...world.draws.map((draw) => ({ world: drawnWorld, draw })));
    if (drawn.length >= DRAWS_AT_ONCE) await judge();
    for (const pair of world.pairs) pairs.add(pair);
    for (const question of world.questions) {
      questions.add(question);
      const known = askers.get(question) ?? [];
      if (known.length < MOST_ASKERS) askers.set(question, [...known, drawnWorld]);
    }
    for (const violation of world.violations) await note(drawnWorld, violation);
    // To start Python costs as much as half a world. So it is started after the first world, and then each time after
    // twice as many worlds.
    if (input.isFirst && (seeds & (seeds - 1)) === 0) await judge();
  }

  const tried = new Set<string>();
  /**
   * A world that asks the question of a pair that was not met yet, with the pair's fault added; null when all were
   * tried.
   */
  function aimed(): Drawn | null {
    for (const pair of coverageOf(questions, pairs, hasLiars).missing)
      for (const { plan, again } of askers.get(readPair(pair).question) ?? []) {
        const aimedAgain = `${again} --at "${pair}"`;
        if (tried.has(aimedAgain)) continue;
        tried.add(aimedAgain);
        return { plan: aimAt(plan, pair), again: aimedAgain };
      }
    return null;
  }

  const isDone = () => input.isFirst && violations > 0;
  for (const world of input.worlds) {
    await play(world);
    if (isDone()) break;
  }
  if (input.isAimed) {
    const drawnAtRandom = seeds;
    const { percent } = coverageOf(questions, pairs, hasLiars);
    for (let world = aimed(); world !== null && !isDone(); world = aimed()) await play(world);
    say(`${percent}% were met by chance, by ${drawnAtRandom} worlds; ${seeds - drawnAtRandom} were aimed at the rest`);
  }

  await judge();
  const seconds = (clock() - began) / 1000;
  const speed = rounds / ((input.worked() - workedBefore) / 1000);
  const coverage = coverageOf(questions, pairs, hasLiars);
  if (input.isCovered) for (const pair of coverage.missing) say(`not met: ${pair}`);
  say(
    `${seeds} seeds, ${rounds} rounds, ${cycles} tax cycles, ${events} events in ${seconds.toFixed(1)} s (${speed.toFixed(1)} rounds a second of one core); ${coverage.percent}% of the pairs of a question and a fault`,
  );
  if (input.isCounting) {
    say(`the most calls of one node by a round: ${calls.round} ${JSON.stringify(calls.roundByMethod)}`);
    say(`the most calls of one node by a tax cycle: ${calls.cycle} ${JSON.stringify(calls.cycleByMethod)}`);
  }
  for (const [rule, list] of told)
    say(`${rule}: ${list.length} seed${list.length === 1 ? '' : 's'}, ${list.slice(0, 10).join(', ')}`);
  const result = {
    seeds,
    rounds,
    cycles,
    events,
    violations,
    firstSeed,
    trace: hash.digest('hex'),
    coverage: coverage.percent,
    ...(input.isCovered && { asked: [...questions].sort(), met: [...pairs].sort() }),
    calls,
  };
  return { result: { ...result, seconds, speed }, lines };
}

async function tell(
  { say, shrink: isShrinking, keep }: SearchInput,
  { plan, again }: Drawn,
  violation: Violation,
): Promise<void> {
  const { rule, detail } = violation;
  // The second implementation judges many worlds at once, so its results come later.
  if (!isShrinking || rule === 'simulator' || rule === 'draw-untrue')
    return say(`seed ${plan.seed} ${rule}: ${detail}\n  again: ${again}`);
  const small = await shrink(plan, rule);
  const broken = (await runWorld(small.plan, { tolerated: (each) => each !== rule })).violations.find(
    (each) => each.rule === rule,
  );
  const story = await tellStory(small.plan, broken ?? violation, `${again} --only ${small.only.join(',')}`);
  for (const line of story) say(line);
  say('');
  keep(`${rule}-${plan.nodes}-${plan.seed}`, { rule, detail, story, plan: small.plan });
}
