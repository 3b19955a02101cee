import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import { type RpcNode, withContext } from '../chain/node/rpcNode.ts';
import type { LookupTable } from './check/lookupTable.ts';

const accounts = withContext(
  z.array(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable()),
);

/**
 * The lookup tables that exist at these addresses, as one node has them; missing ones are left out. Finalized: a fork
 * that is given up could contain other addresses, and then other accounts would be signed than were checked. A table
 * that is not final yet is not used.
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
