import * as z from 'zod';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';

/** The span of all blocks in which transactions of ours can be. */
export interface LedgerSpan {
  /** None of these transactions is older than this slot. */
  readonly since: number;
  /** None of these transactions is in a block above this height. */
  readonly lastHeight: number;
  /** The first slot that the node says it has, and its newest finalized slot. */
  readonly firstBlock: number;
  readonly newest: number;
}

/** This many slots in a row may have no block: leaders skip theirs. */
const SKIPPED_SLOTS = 64;
/** How many slots one `getBlocks` covers; the span of one attempt has about 230. Some providers list at most 1,000. */
const PAGE_SLOTS = 900;
/** So many pages hold more than half a day of slots: a tax cycle may be open for half a day. */
const MOST_PAGES = 130;
const METHOD_NOT_FOUND = -32_601;

const blocks = z.array(z.int());
const block = z.object({ blockHeight: z.int().nullish() }).nullable();

/**
 * What a node's ledger has of a span. `whole`: every block. `holed`: some blocks are missing. `short`: it has not
 * reached the span's end yet.
 */
export type LedgerReading = 'whole' | 'holed' | 'short';

/**
 * Whether a node's ledger has every block of a span. A node that was down and came back from a newer snapshot keeps its
 * old blocks, and names the same first block as before. For the blocks that it missed it answers "not found" without an
 * error (Agave, `is_skipped` in `ledger/src/blockstore.rs`). The list of its blocks shows the gap: heights grow by one
 * from block to block, so the height of the span's last block says at which place in the list it must be. If a block is
 * missing, another block is there. A server that has no `getBlocks` is believed, unless its first block is too late.
 * Throws an RpcError.
 */
export async function readLedger(node: RpcNode, span: LedgerSpan): Promise<LedgerReading> {
  if (span.firstBlock > span.since) return 'holed';
  try {
    return await readBlocks(node, span);
  } catch (error) {
    if (error instanceof RpcError && error.code === METHOD_NOT_FOUND) return 'whole';
    throw error;
  }
}

/**
 * Throws an RpcError for a node that could not answer the questions of `readLedger`. They are asked about confirmed
 * blocks here, because a new chain has no final block yet.
 */
export async function tryLedger(node: RpcNode): Promise<void> {
  const newest = await node.call('getSlot', [{ commitment: 'confirmed' }], z.int());
  const [first] = await listBlocks(node, Math.max(0, newest - PAGE_SLOTS + 1), newest, 'confirmed');
  if (first === undefined) throw new RpcError(node.label, 'getBlocks', `no blocks before slot ${newest}`);
  if ((await heightOf(node, first, 'confirmed')) === null)
    throw new RpcError(node.label, 'getBlock', 'a block without a height');
}

async function readBlocks(node: RpcNode, span: LedgerSpan): Promise<LedgerReading> {
  const { since, lastHeight, firstBlock, newest } = span;
  const listed: number[] = [];
  let index: number | null = null;
  let from = Math.max(firstBlock, since - SKIPPED_SLOTS);
  for (let page = 0; page < MOST_PAGES; page++, from += PAGE_SLOTS) {
    if (from > newest) return 'short';
    const to = Math.min(from + PAGE_SLOTS - 1, newest);
    listed.push(...(await listBlocks(node, from, to)));
    const [first] = listed;
    if (first === undefined || first > since) return 'holed';
    index ??= lastHeight - ((await heightOf(node, first)) ?? Number.POSITIVE_INFINITY);
    if (index < 0) return 'holed';
    const last = listed[index];
    if (last !== undefined) return (await heightOf(node, last)) === lastHeight ? 'whole' : 'holed';
  }
  return 'holed';
}

function listBlocks(
  node: RpcNode,
  from: number,
  to: number,
  commitment: 'confirmed' | 'finalized' = 'finalized',
): Promise<number[]> {
  return node.call('getBlocks', [from, to, { commitment }], blocks);
}

async function heightOf(
  node: RpcNode,
  slot: number,
  commitment: 'confirmed' | 'finalized' = 'finalized',
): Promise<number | null> {
  const shape = { transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 0 };
  const read = await node.call('getBlock', [slot, { commitment, ...shape }], block);
  return read?.blockHeight ?? null;
}
