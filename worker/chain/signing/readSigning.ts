import * as z from 'zod';
import { type RecentBlockhash, readBlockhash } from '../accounts/readChain.ts';
import type { Rpc } from '../node/rpc.ts';
import { withContext } from '../node/rpcNode.ts';
import type { Voice } from '../node/voices.ts';

/**
 * Honest nodes are a few blocks apart. If nodes differ by more than this, one of them lies about when a transaction
 * dies, or since when it may have landed: with a wrong slot, its end could never be proven.
 */
const MOST_BLOCKS_APART = 100;
const MOST_SLOTS_APART = 150;

/**
 * A blockhash to sign with. Enough nodes have to be close together. The last valid height is the latest that any of
 * these names, and the slot the earliest. A height that is too late only delays a next attempt. One that is too early
 * could let two attempts land. So the node that gave the blockhash never decides this alone. A blockhash that no other
 * node knows is passed over. When each blockhash is known to one node alone, they are used in turns. `attempt` counts
 * from 0.
 */
export async function agreeOnBlockhash(
  rpc: Pick<Rpc, 'nodes' | 'agreeing'>,
  attempt: number,
): Promise<RecentBlockhash> {
  const voices = await rpc.agreeing({
    about: 'the newest blockhash',
    ask: readBlockhash,
    isSame: (a, b) => isNear(a.value, b.value),
  });
  const bounds = {
    lastValidBlockHeight: Math.max(...voices.map(({ value }) => value.lastValidBlockHeight)),
    slot: Math.min(...voices.map(({ value }) => value.slot)),
  };
  for (const voice of voices) if (await isKnown(rpc, voice)) return { ...voice.value, ...bounds };
  const { value } = voices[attempt % voices.length] ?? voices[0];
  return { ...value, ...bounds };
}

const isNear = (a: RecentBlockhash, b: RecentBlockhash) =>
  Math.abs(a.lastValidBlockHeight - b.lastValidBlockHeight) <= MOST_BLOCKS_APART &&
  Math.abs(a.slot - b.slot) <= MOST_SLOTS_APART;

const valid = withContext(z.boolean());

/** Whether another node accepts a blockhash as valid. A failed question counts as no. Without another node it is no. */
async function isKnown({ nodes }: Pick<Rpc, 'nodes'>, { node, value }: Voice<RecentBlockhash>): Promise<boolean> {
  const others = nodes.filter((other) => other !== node);
  const asked = others.map(async (other) => {
    const options = { commitment: 'processed' };
    if (!(await other.call('isBlockhashValid', [value.blockhash, options], valid)).value) throw new Error('unknown');
  });
  return Promise.any(asked).then(
    () => true,
    () => false,
  );
}
