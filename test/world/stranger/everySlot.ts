import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@solana/web3.js';

const POLL_MS = 20;

/** Something that is repeated until it is stopped. */
export interface Habit {
  /** How often it was done, and how often that failed. */
  counts(): { readonly done: number; readonly failed: number };
  /** It does not happen any more once this resolves. */
  stop(): Promise<void>;
}

/**
 * Does `work` once in every slot, one at a time; a slot that passes while it runs is left out. Failures are counted.
 */
export function everySlot(connection: Connection, work: () => Promise<unknown>): Habit {
  const counts = { done: 0, failed: 0 };
  let isStopped = false;
  let last = -1;
  const live = async (): Promise<void> => {
    while (!isStopped) {
      try {
        const slot = await connection.getSlot('processed');
        if (slot === last) {
          await sleep(POLL_MS);
          continue;
        }
        last = slot;
        await work();
        counts.done += 1;
      } catch {
        counts.failed += 1;
        await sleep(POLL_MS);
      }
    }
  };
  const living = live();
  return {
    counts: () => ({ ...counts }),
    stop: () => {
      isStopped = true;
      return living;
    },
  };
}
