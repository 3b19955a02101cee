import { BeforeSlot } from '../node/rpcError.ts';

/** A node that is to be read at a slot is asked whether it is there this often, and waited for so long in all. */
const EARLY_MS = 250;
const MOST_EARLY_MS = 10_000;
/** A slot takes 0.4 s: so long a node that is far from it need not be asked, and not longer at once. */
const LEAST_SLOT_MS = 380;
const MOST_WAIT_MS = 1_500;
/** What another server of the same address has told already, this one has within so long. */
export const LAGGING_MS = 2_000;

/** Asks until the node has reached the slot that is asked for, rarely at first and often when it is near. */
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

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
