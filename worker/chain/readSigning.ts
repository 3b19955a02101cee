import * as z from 'zod';
import type { Answer } from './agree.ts';
import { type RecentBlockhash, readBlockhash } from './readChain.ts';
import type { Rpc } from './rpc.ts';
import { NodesDisagree } from './rpcError.ts';
import { withContext } from './rpcNode.ts';

/** Honest nodes are a few blocks apart. Beyond this, one of them lies about when a transaction dies. */
const MOST_BLOCKS_APART = 100;
const ABOUT = 'the newest blockhash';

/**
 * A blockhash to sign with. Its last valid height is the latest that any node names, as long as they are close together: too late
 * delays a next attempt, too early could let two land. A blockhash that no other node knows is passed over. `attempt` counts from 0:
 * where each node calls the other's unknown, they are used in turns.
 */
export async function agreeOnBlockhash(rpc: Rpc, attempt: number): Promise<RecentBlockhash> {
  const answers = plausible(rpc, await rpc.gather(ABOUT, readBlockhash));
  const lastValidBlockHeight = Math.max(...answers.map(({ value }) => value.lastValidBlockHeight));
  for (const { node, value } of answers) {
    const others = answers.filter((other) => other.node !== node);
    const known = await Promise.all(others.map((other) => knows(other, value.blockhash)));
    if (known.length === 0 || known.includes(true)) return { ...value, lastValidBlockHeight };
  }
  const { value } = answers[attempt % answers.length] as Answer<RecentBlockhash>;
  return { ...value, lastValidBlockHeight };
}

/** Those whose height is close to the middle one. Of two that are far apart, nothing says which is right. */
function plausible(rpc: Rpc, answers: readonly Answer<RecentBlockhash>[]): readonly Answer<RecentBlockhash>[] {
  const heights = answers.map(({ value }) => value.lastValidBlockHeight).sort((a, b) => a - b);
  const middle = heights[Math.floor(heights.length / 2)] ?? 0;
  const isClose = ({ value }: Answer<RecentBlockhash>) =>
    Math.abs(value.lastValidBlockHeight - middle) <= MOST_BLOCKS_APART;
  const close = answers.filter(isClose);
  if (close.length === answers.length) return answers;
  const nodes = answers.map(({ node }) => node.label).sort();
  if (close.length * 2 <= answers.length) {
    rpc.report({ kind: 'disagree', nodes, about: ABOUT, detail: 'their block heights are far apart' });
    throw new NodesDisagree(nodes, ABOUT);
  }
  for (const far of answers)
    if (!isClose(far)) rpc.distrust(far.node, ABOUT, 'its block height is far from the others');
  return close;
}

/** Whether a node takes another's blockhash for one that can be signed with; a failed question is no. */
async function knows({ node }: Answer<unknown>, blockhash: string): Promise<boolean> {
  const valid = withContext(z.boolean());
  return node.call('isBlockhashValid', [blockhash, { commitment: 'processed' }], valid).then(
    ({ value }) => value,
    () => false,
  );
}
