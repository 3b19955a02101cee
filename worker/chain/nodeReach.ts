import * as z from 'zod';
import { readNewestBlockTime } from './readChain.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** A chain's own first slots: a ledger from here on is whole. */
const FIRST_SLOTS = 32;

/** The span of time that an answer needs, unix seconds. */
export interface Span {
  readonly since: number;
  /** 0: as far as the node has come. */
  readonly seenUntil: number;
}

/**
 * Throws an RpcError for a node that does not know the chain for a whole span. One that was restarted from a snapshot
 * answers an empty history without an error, and so does one that lags: "nothing found" counts only from a ledger that
 * reaches back far enough, up to a block that is new enough. Nothing is remembered, and our own clock is not asked.
 */
export async function mustReach(node: RpcNode, { since, seenUntil }: Span): Promise<void> {
  const block = await node.call('getFirstAvailableBlock', [], z.int());
  const begin = block <= FIRST_SLOTS ? 0 : await node.call('getBlockTime', [block], z.int());
  if (begin > since)
    throw new RpcError(node.label, 'getFirstAvailableBlock', `this ledger begins at ${begin}, after ${since}`);
  if (seenUntil > 0 && (await readNewestBlockTime(node)) < seenUntil)
    throw new RpcError(node.label, 'getBlockTime', 'this node lags behind');
}
