import { delay } from '../node/delay.ts';
import { BeforeSlot } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';

/** The shortest wait before a node that is behind is asked again, and the longest that all waits together may take. */
const EARLY_MS = 250;
const MOST_EARLY_MS = 10_000;
/**
 * A node that is n slots behind is asked again after n - 1 times this, but at least `EARLY_MS` and at most
 * `MOST_WAIT_MS`. A slot takes 0.4 s.
 */
const LEAST_SLOT_MS = 380;
const MOST_WAIT_MS = 1_500;
/** Several servers may share one address. After this time, each of them knows what another one has answered. */
export const LAGGING_MS = 2_000;

/**
 * Calls `ask` until it no longer throws a `BeforeSlot`, because the node has reached slot `from`. Returns its answer.
 * After waits of about `mostMs` together, throws the last `BeforeSlot`.
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

/** Throws a `BeforeSlot` for an answer of a slot before `from`. Some servers do not know `minContextSlot`. */
export function notBefore(
  { label }: RpcNode,
  method: string,
  { seen, from }: { readonly seen: number; readonly from: number },
): void {
  if (seen < from) throw new BeforeSlot(label, method, seen);
}
