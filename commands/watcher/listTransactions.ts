import * as z from 'zod';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';

/** A transaction as a node lists it. */
export interface Listed {
  readonly signature: string;
  readonly slot: number;
  readonly succeeded: boolean;
}

const rows = z.array(z.object({ signature: z.string(), slot: z.int(), err: z.unknown() }));

const FIRST_PAGE = 100;
const NEXT_PAGE = 1_000;

/**
 * The transactions of an address, newest first: two pages at most, each read when it is needed. Read as confirmed,
 * because then a node shows all transactions of a finalized slot. If there may be more, the last value is `beyond`.
 * Throws an RpcError.
 */
export async function* listTransactions(node: RpcNode, of: string): AsyncGenerator<Listed | 'beyond'> {
  let before: string | undefined;
  for (const limit of [FIRST_PAGE, NEXT_PAGE]) {
    const options = { commitment: 'confirmed', limit, ...(before !== undefined && { before }) };
    const page = await node.call('getSignaturesForAddress', [of, options], rows);
    for (const { signature, slot, err } of page)
      yield { signature, slot, succeeded: err === null || err === undefined };
    if (page.length < limit) return;
    before = page.at(-1)?.signature;
  }
  yield 'beyond';
}
