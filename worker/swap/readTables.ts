import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import { type RpcNode, withContext } from '../chain/node/rpcNode.ts';
import type { LookupTable } from './check/lookupTable.ts';

const accounts = withContext(
  z.array(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable()),
);

/**
 * The lookup tables that exist at these addresses, as one node has them; those that do not are left out. Finalized: a
 * fork that is given up could have listed other addresses, and then what was checked would not be what is signed. A
 * table younger than that is not used.
 */
export async function readTables(node: RpcNode, addresses: readonly Address[]): Promise<LookupTable[]> {
  if (addresses.length === 0) return [];
  const { value } = await node.call(
    'getMultipleAccounts',
    [addresses, { commitment: 'finalized', encoding: 'base64' }],
    accounts,
  );
  return addresses.flatMap((address, i) => {
    const account = value[i];
    return account ? [{ address, owner: account.owner, data: account.data[0] }] : [];
  });
}
