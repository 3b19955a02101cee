import * as z from 'zod';
import type { Rpc } from '../chain/rpc.ts';

/**
 * A step is begun within seconds of its turn. One that comes later without a trace in the journal may have been begun
 * and forgotten.
 */
const USUAL_MS = 60_000;
/** What was signed before stays valid for this many blocks; the others are for nodes that are behind. */
const BLOCKS = 150 + 32;
const MOST_REMEMBERED = 1_000;
const ABOUT = 'the block height';

const blockHeight = z.object({ blockHeight: z.int() });

/** A step's key in the journal, and since when it has been its turn, unix milliseconds. */
export type MayBegin = (key: string, since: number) => Promise<boolean>;

/**
 * Whether a step without any attempt in the journal may be signed for the first time. After a restored database an
 * earlier attempt may still be on its way, and a node that is a minute behind does not know it yet. So when a step
 * begins unusually late, nothing is signed before every node that answers has made final what could still have landed
 * when it was noticed.
 */
export function createMayBegin({ rpc, now }: { readonly rpc: Rpc; readonly now: () => number }): MayBegin {
  const safeFrom = new Map<string, number>();
  const heights = async (commitment: 'confirmed' | 'finalized') =>
    (await rpc.gather(ABOUT, (node) => node.call('getEpochInfo', [{ commitment }], blockHeight))).map(
      ({ value }) => value.blockHeight,
    );
  return async (key, since) => {
    if (now() - since <= USUAL_MS) return true;
    const safe = safeFrom.get(key);
    if (safe !== undefined) return Math.min(...(await heights('finalized'))) > safe;
    if (safeFrom.size > MOST_REMEMBERED) safeFrom.clear();
    safeFrom.set(key, Math.max(...(await heights('confirmed'))) + BLOCKS);
    return false;
  };
}
