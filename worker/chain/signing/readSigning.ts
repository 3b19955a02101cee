import * as z from 'zod';
import { type RecentBlockhash, readBlockhash } from '../accounts/readChain.ts';
import { delay } from '../node/delay.ts';
import type { Rpc } from '../node/rpc.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';

/** Honest nodes are a few blocks apart. With more than this between two nodes, one of them lies. */
const MOST_BLOCKS_APART = 100;
const MOST_SLOTS_APART = 150;
/** How often the other nodes are asked for the age of the blockhashes, and the wait between two such looks. */
const MOST_LOOKS = 3;
const BLOCK_MS = 500;

/**
 * A blockhash to sign with; `attempt` counts from 0. Enough nodes have to be close together. The last valid height is
 * the highest that one of these nodes gives, and the slot the earliest: a height that is too high only delays the next
 * attempt, and one that is too low could let two attempts land.
 *
 * Nothing lands that is signed with an old blockhash, so another node than the giver of a blockhash has to call it new.
 * If none is called new, the attempts use all blockhashes in turn, first those that another node knows. The unknown
 * ones are used too, because a node that lies may say that it knows no blockhash but its own.
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
  for (let looks = 1; ; looks++) {
    const known: RecentBlockhash[] = [];
    for (const { node, value } of voices) {
      const age = await ageBy(rpc, node, value);
      if (age === 'new') return { ...value, ...bounds };
      if (age === 'known') known.push(value);
    }
    // A blockhash that nobody else knows may be so new that the others know it a moment later.
    const mayBeNew = known.length > 0 && known.length < voices.length;
    if (looks < MOST_LOOKS && mayBeNew) {
      await delay(BLOCK_MS);
      continue;
    }
    const used = new Set([...known, ...voices.map(({ value }) => value)]);
    return { ...([...used][attempt % used.size] ?? voices[0].value), ...bounds };
  }
}

const isNear = (a: RecentBlockhash, b: RecentBlockhash) =>
  Math.abs(a.lastValidBlockHeight - b.lastValidBlockHeight) <= MOST_BLOCKS_APART &&
  Math.abs(a.slot - b.slot) <= MOST_SLOTS_APART;

const valid = withContext(z.boolean());
type Age = 'new' | 'known' | 'unknown';

/**
 * What the other nodes say of a blockhash. `new`: one of them calls it valid, but not in its finalized view, which is
 * some 13 s behind. `known`: one calls it valid, and none calls it new. The first that calls it new ends the wait, so
 * that a node that hangs does not delay each signature by five seconds.
 */
async function ageBy({ nodes }: Pick<Rpc, 'nodes'>, node: RpcNode, { blockhash }: RecentBlockhash): Promise<Age> {
  const others = nodes.filter((other) => other !== node);
  const ages = others.map(async (other): Promise<Age> => {
    const isValid = async (commitment: string) =>
      (await other.call('isBlockhashValid', [blockhash, { commitment }], valid)).value;
    const [now, before] = await Promise.allSettled([isValid('processed'), isValid('finalized')]);
    if (now.status === 'rejected' || !now.value) return 'unknown';
    return before.status === 'fulfilled' && !before.value ? 'new' : 'known';
  });
  const firstNew = ages.map(async (age): Promise<Age> => {
    if ((await age) === 'new') return 'new';
    throw new Error('not new');
  });
  return Promise.any(firstNew).catch(async () => ((await Promise.all(ages)).includes('known') ? 'known' : 'unknown'));
}
