import * as z from 'zod';
import { type RecentBlockhash, readBlockhash } from '../chain/accounts/readChain.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import type { RpcNode } from '../chain/node/rpcNode.ts';

/** A blockhash is valid for this many blocks, however long they take. */
const BLOCKHASH_BLOCKS = 150;
/**
 * The most slots that two nodes may be apart: 150 blocks nearly always take fewer. If a node could name a slot from
 * before the ledgers begin, it could never be proven that a swap can land no more.
 */
const MOST_SLOTS_APART = 300;
/** A node's address may lead to several servers: the most blocks that one of them may be behind another. */
const LAG_BLOCKS = 32;

const epochInfo = z.object({ absoluteSlot: z.int(), blockHeight: z.int() });
type Expiry = Omit<RecentBlockhash, 'blockhash'>;

/**
 * The last block height at which an exchange's blockhash, of unknown age, can be valid. It is read after the
 * simulation, which shows that the nodes know the blockhash. A height that is too high only delays the next attempt.
 * With a height that is too low, a transaction that can still land would count as dead, and the GOD could be sold
 * twice. So enough nodes must be near each other, the highest of their heights counts, and a margin is added.
 */
export async function readExpiry(rpc: Rpc): Promise<Expiry> {
  const voices = await rpc.agreeing({
    about: 'the block height',
    ask: viewOf,
    isSame: ({ value: a }, { value: b }) => isNear(a, b),
  });
  return {
    lastValidBlockHeight: Math.max(...voices.map(({ value }) => value.lastValidBlockHeight)) + LAG_BLOCKS,
    slot: Math.min(...voices.map(({ value }) => value.slot)),
  };
}

const isNear = (a: Expiry, b: Expiry) =>
  Math.abs(a.lastValidBlockHeight - b.lastValidBlockHeight) <= BLOCKHASH_BLOCKS &&
  Math.abs(a.slot - b.slot) <= MOST_SLOTS_APART;

async function viewOf(node: RpcNode): Promise<Expiry> {
  const { blockHeight, absoluteSlot } = await node.call('getEpochInfo', [{ commitment: 'confirmed' }], epochInfo);
  const latest = await readBlockhash(node);
  return {
    lastValidBlockHeight: Math.max(blockHeight + BLOCKHASH_BLOCKS, latest.lastValidBlockHeight),
    slot: absoluteSlot,
  };
}
