import * as z from 'zod';
import { answeredForAll } from '../node/answeredForAll.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';

/** What a node says of an address that is to be paid. */
export interface Receiver {
  readonly lamports: bigint;
  readonly isExecutable: boolean;
}

/** One call can ask about this many addresses at most. */
const PAGE = 100;
const accounts = withContext(z.array(z.object({ lamports: z.int().min(0), executable: z.boolean() }).nullable()));

/** The balance of each address, and whether it is a program; in the order of the addresses. */
export async function readReceivers(node: RpcNode, addresses: readonly string[]): Promise<readonly Receiver[]> {
  const receivers: Receiver[] = [];
  for (let from = 0; from < addresses.length; from += PAGE) {
    const page = addresses.slice(from, from + PAGE);
    // The data does not matter: an empty slice keeps the answer small.
    const options = { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: 0 } };
    const { value } = await node.call('getMultipleAccounts', [page, options], accounts);
    answeredForAll(node, 'getMultipleAccounts', { asked: page, answered: value });
    for (const account of value) {
      receivers.push({ lamports: BigInt(account?.lamports ?? 0), isExecutable: account?.executable ?? false });
    }
  }
  return receivers;
}
