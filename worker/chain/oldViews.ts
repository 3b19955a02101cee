import { readNewestBlockTime } from './readChain.ts';
import type { Rpc } from './rpc.ts';
import { Implausible, RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** A node whose newest block is older than this speaks of the past. */
const OLD_VIEW_SECONDS = 60;
const ABOUT = 'the newest block';

/**
 * Throws an `Implausible` when a node's newest block is older than `seconds`, by default a minute. `now` is unix
 * milliseconds.
 */
export async function mustBeCurrent(node: RpcNode, now: number, seconds = OLD_VIEW_SECONDS): Promise<void> {
  const age = now / 1000 - (await readNewestBlockTime(node));
  if (age > seconds) throw new Implausible(node.label, 'getBlockTime', `its newest block is ${age.toFixed(0)} s old`);
}

/** Asks every node for its newest block: one that stands still is distrusted, whatever it says. */
export async function distrustOldViews(rpc: Pick<Rpc, 'gather'>, now: number): Promise<void> {
  await rpc
    .gather(ABOUT, (node) => mustBeCurrent(node, now))
    .catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
    });
}
