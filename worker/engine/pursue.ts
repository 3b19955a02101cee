import type { Intention, PursueAll, Pursuit } from './pursueAll.ts';

export type Pursue = (intention: Intention) => Promise<Pursuit>;

/** As `pursueAll`, for an intention that has no others beside it. */
export function createPursue(pursueAll: PursueAll): Pursue {
  return async (intention) => {
    const [result] = await pursueAll([intention]);
    if (result === undefined) throw new Error(`pursue: nothing was said of ${intention.key}`);
    return result.pursuit;
  };
}
