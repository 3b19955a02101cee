import { parseArgs } from 'node:util';
import type { Family } from './faults/plan.ts';

export interface SimOptions {
  readonly from: number;
  readonly seeds: number;
  /** The only seeds to play; null to play `seeds` seeds, starting at `from`. */
  readonly given: readonly number[] | null;
  /** No seed is begun after this many seconds of real time; null to play all. */
  readonly seconds: number | null;
  readonly nodes: number;
  readonly isTraced: boolean;
  readonly isJson: boolean;
  readonly isCovered: boolean;
  /** Whether further worlds are then aimed at the pairs of a question and a fault that were not met. */
  readonly isAimed: boolean;
  /** Pairs at which the world of each seed is aimed as well. */
  readonly at: readonly string[];
  /** Prints where the time was spent. */
  readonly isProfiled: boolean;
  /** Plays each world twice; the digests must be equal. */
  readonly isTwice: boolean;
  /** Goes on after a seed that breaks a rule, and counts such seeds. */
  readonly isCounting: boolean;
  /** Ends with the first seed that breaks a rule. */
  readonly isFirst: boolean;
  /** Looks for the planted bugs instead. */
  readonly planted: boolean;
  /** Plays transactions on the real Solana runtime and on the model instead, and compares. */
  readonly isDifferential: boolean;
  readonly shrink: boolean;
  /** Where shrunk plans are written; null: nowhere. */
  readonly keep: string | null;
  readonly families: readonly Family[] | null;
  /** Indexes of the atoms of the seed's plan that are played; null for all. */
  readonly only: readonly number[] | null;
  /** Plans from files, instead of seeds. */
  readonly plans: readonly string[];
}

export const SIM_USAGE = `npm run sim -- [--seed S | --from S --seeds N] [--nodes 1|2|3] [--trace] [--json]
  --seed S          may be given several times
  --seconds T       begin no seed after T seconds
  --shrink S        take away what a failing seed does not need, and tell its story
  --planted         plant each known bug, and look for it
  --differential    play N scenarios on the real Solana runtime and on the model, and compare
  --first           end with the first seed that breaks a rule
  --coverage        print which pairs of a question and a fault were not met
  --aimed           afterwards play worlds again with a fault at a question that they ask, until each pair is met
  --at PAIR         add the fault of such a pair; may be given several times
  --profile         tell where the time went
  --twice           play each seed twice and compare
  --keep FOLDER     write what was shrunk
  --families A,B    only these kinds of faults
  --only 1,4        only these atoms of the seed's plan
  --plan FILE       a plan that was kept; may be given several times`;

const whole = (text: string | undefined, otherwise: number, name: string): number => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number, not "${text}"`);
  return value;
};

/** Reads the command's arguments. Throws an Error with a sentence for what it does not know. */
export function readOptions(args: readonly string[]): SimOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{
        seed: { type: 'string', multiple: true },
        from: text,
        seeds: text,
        seconds: text,
        nodes: text,
        shrink: text,
        keep: text,
        families: text,
        only: text,
        plan: { type: 'string', multiple: true },
        at: { type: 'string', multiple: true },
      },
      ...{
        trace: flag,
        json: flag,
        coverage: flag,
        aimed: flag,
        profile: flag,
        twice: flag,
        count: flag,
        first: flag,
        planted: flag,
        differential: flag,
      },
    },
  });
  const nodes = whole(values.nodes, 2, 'nodes');
  if (nodes < 1 || nodes > 3) throw new Error(`--nodes is 1, 2 or 3`);
  const single = values.shrink === undefined ? values.seed : [values.shrink];
  const given = single?.map((seed) => whole(seed, 1, 'seed')) ?? null;
  return {
    given,
    from: given?.[0] ?? whole(values.from, 1, 'seed'),
    seeds: given?.length ?? (values.plan === undefined ? whole(values.seeds, 100, 'seeds') : 1),
    seconds: values.seconds === undefined ? null : whole(values.seconds, 0, 'seconds'),
    nodes,
    isTraced: values.trace,
    isJson: values.json,
    isCovered: values.coverage,
    isAimed: values.aimed,
    at: values.at ?? [],
    isProfiled: values.profile,
    isTwice: values.twice,
    isCounting: values.count,
    isFirst: values.first,
    planted: values.planted,
    isDifferential: values.differential,
    shrink: values.shrink !== undefined || values.keep !== undefined,
    keep: values.keep ?? null,
    families: values.families === undefined ? null : (values.families.split(',').filter(Boolean) as Family[]),
    only: values.only === undefined ? null : values.only.split(',').filter(Boolean).map(Number),
    plans: values.plan ?? [],
  };
}
