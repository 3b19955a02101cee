import type { Pursuit } from '../engine/intention.ts';

const FIRST_MS = 700;
const MOST_MS = 3_000;
/** A cycle pays at most 200 lines, each in a part of its own when it comes to the worst. */
const MOST_REMEMBERED = 1_000;

/** How long to wait before a transaction under way is looked for again, ms. */
export type PollAgain = (pursuit: Pursuit) => number;

/**
 * Whether something has landed is asked often, whether it is final less and less: that takes 32 slots, and each
 * question costs a call.
 */
export function createPollAgain(now: () => number): PollAgain {
  const confirmedAt = new Map<string, number>();
  return (pursuit) => {
    if (pursuit.kind !== 'pending' || pursuit.seen !== 'confirmed') return FIRST_MS;
    const { signature } = pursuit.row;
    if (confirmedAt.size > MOST_REMEMBERED) confirmedAt.clear();
    const since = confirmedAt.get(signature) ?? now();
    confirmedAt.set(signature, since);
    return Math.min(MOST_MS, Math.max(FIRST_MS, now() - since));
  };
}
