import type { Plan } from './faults/atoms.ts';
import { runWorld } from './world.ts';

export interface Shrunk {
  readonly plan: Plan;
  /** Indexes of the remaining atoms in the seed's own plan. */
  readonly only: readonly number[];
  readonly runs: number;
}

/**
 * Delta debugging over the atoms of a plan: the remaining atoms break the same rule, and without any one of them it is
 * not broken.
 */
export async function shrink(plan: Plan, rule: string): Promise<Shrunk> {
  let runs = 0;
  const atomsOf = (places: readonly number[]) => places.flatMap((place) => plan.atoms[place] ?? []);
  const fails = async (places: readonly number[]) => {
    runs += 1;
    const { violations } = await runWorld({ ...plan, atoms: atomsOf(places) }, { tolerated: (each) => each !== rule });
    return violations.some((violation) => violation.rule === rule);
  };
  let places = plan.atoms.map((_, place) => place);
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (let part = Math.ceil(places.length / 2); part >= 1; part = part === 1 ? 0 : Math.ceil(part / 2)) {
      for (let from = 0; from < places.length; ) {
        const fewer = [...places.slice(0, from), ...places.slice(from + part)];
        if (await fails(fewer)) {
          places = fewer;
          isSmaller = true;
        } else from += part;
      }
    }
  }
  return { plan: { ...plan, atoms: atomsOf(places) }, only: places, runs };
}
