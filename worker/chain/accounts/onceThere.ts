import { delay } from '../node/delay.ts';
import { BeforeSlot } from '../node/rpcError.ts';

/** The shortest wait before a node that has not reached a slot is asked again, and how long it is waited for in all. */
const EARLY_MS = 250;
const MOST_EARLY_MS = 10_000;
/** A slot takes 0.4 s. For each slot that a node is behind, it is not asked for this long; `MOST_WAIT_MS` at most. */
const LEAST_SLOT_MS = 380;
const MOST_WAIT_MS = 1_500;
/** An address may have several servers behind it. Within this time, each knows what another one has told already. */
export const LAGGING_MS = 2_000;

/**
 * Asks until the node has reached the slot that is asked for, rarely at first and often when it is near. After about
 * `mostMs` it throws the last `BeforeSlot`; any other error is thrown at once.
 */
export async function onceThere<T>(ask: () => Promise<T>, from = 0, mostMs = MOST_EARLY_MS): Promise<T> {
  let waited = 0;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof BeforeSlot) || waited >= mostMs) throw error;
      const left = error.slot === null ? 0 : from - error.slot - 1;
      const wait = Math.min(MOST_WAIT_MS, Math.max(EARLY_MS, left * LEAST_SLOT_MS));
      waited += wait;
      await delay(wait);
    }
  }
}
