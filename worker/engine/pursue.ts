import type { Intention, PursueAll, Pursuit } from './intention.ts';

export type Pursue = (intention: Intention) => Promise<Pursuit>;

/** As `pursueAll`, for an intention that has no others beside it. */
export function createPursue(pursueAll: PursueAll): Pursue {
  return async (intention) => {
    const { pursued, fault } = await pursueAll([intention]);
    const [result] = pursued;
    if (result === undefined) throw fault ?? new Error(`pursue: nothing was said of ${intention.key}`);
    return result.pursuit;
  };
}
