import * as z from 'zod';
import { readNewestBlockTime } from './readChain.ts';
import { Implausible, RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** How long a node's word on where its ledger begins is taken for granted. */
const FIRST_BLOCK_MS = 60_000;
/** How long the time of its newest block is, where nothing newer is asked for. */
const NEWEST_BLOCK_MS = 15_000;
/** A node this far behind our clock shows an old view. */
const OLD_VIEW_SECONDS = 60;
/** A chain's own first slots: a ledger from here on is whole. */
const FIRST_SLOTS = 32;

interface Known {
  readonly unix: number;
  readonly askedAt: number;
}

/** The span of time that an answer needs, unix seconds. */
export interface Span {
  readonly since: number;
  readonly seenUntil: number;
}

/**
 * Remembers from when until when each node knows the chain. A node restarted from a snapshot answers an empty history
 * without an error, and so does one that lags: "nothing found" counts only from a ledger that reaches back far
 * enough, up to a block that is new enough. Throws an RpcError for a node that does not, an `Implausible` for one
 * that shows an old view.
 */
export function createNodeReach(now: () => number) {
  const first = new WeakMap<RpcNode, Known>();
  const newest = new WeakMap<RpcNode, Known>();
  const isOlder = (known: Known, ms: number) => now() - known.askedAt > ms;

  async function firstBlockTime(node: RpcNode): Promise<number> {
    const known = first.get(node);
    if (known !== undefined && !isOlder(known, FIRST_BLOCK_MS)) return known.unix;
    const block = await node.call('getFirstAvailableBlock', [], z.int());
    const unix = block <= FIRST_SLOTS ? 0 : await node.call('getBlockTime', [block], z.int());
    first.set(node, { unix, askedAt: now() });
    return unix;
  }

  async function newestBlockTime(node: RpcNode, seenUntil: number): Promise<number> {
    const known = newest.get(node);
    if (known !== undefined && known.unix >= seenUntil && !isOlder(known, NEWEST_BLOCK_MS)) return known.unix;
    const unix = await readNewestBlockTime(node);
    newest.set(node, { unix, askedAt: now() });
    return unix;
  }

  return async (node: RpcNode, { since, seenUntil }: Span): Promise<void> => {
    const begin = await firstBlockTime(node);
    if (begin > since)
      throw new RpcError(node.label, 'getFirstAvailableBlock', `this ledger begins at ${begin}, after ${since}`);
    const end = await newestBlockTime(node, seenUntil);
    const behind = Math.floor(now() / 1000) - end;
    if (behind > OLD_VIEW_SECONDS)
      throw new Implausible(node.label, 'getBlockTime', `its newest block is ${behind} s old: an old view`);
    if (end < seenUntil) throw new RpcError(node.label, 'getBlockTime', 'this node lags behind');
  };
}
