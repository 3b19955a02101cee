import { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { type Address, addressBytes } from '../../src/token/address.ts';
import { SYSTEM_PROGRAM } from './programs.ts';
import { type RpcNode, withContext } from './rpcNode.ts';

/** What stands behind a token account's owner. Only a `wallet` can be paid without the money being lost. */
export type OwnerKind = 'wallet' | 'off-curve' | 'executable' | 'program-owned';

/** `getMultipleAccounts` takes at most this many. */
const BATCH = 100;

const accounts = withContext(z.array(z.object({ executable: z.boolean(), owner: z.string() }).nullable()));

/** Looks up owners that were not seen before: the curve first (arithmetic), then the accounts, 100 a call. */
export async function readOwners(node: RpcNode, owners: readonly Address[]): Promise<Map<Address, OwnerKind>> {
  const kinds = new Map<Address, OwnerKind>();
  const onCurve: Address[] = [];
  for (const owner of owners) {
    if (PublicKey.isOnCurve(addressBytes(owner))) onCurve.push(owner);
    else kinds.set(owner, 'off-curve');
  }
  for (let from = 0; from < onCurve.length; from += BATCH) {
    const batch = onCurve.slice(from, from + BATCH);
    const { value } = await node.call(
      'getMultipleAccounts',
      [batch, { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: 0 } }],
      accounts,
    );
    batch.forEach((owner, i) => {
      const account = value[i];
      kinds.set(owner, account === null || account === undefined ? 'wallet' : kindOf(account));
    });
  }
  return kinds;
}

function kindOf(account: { readonly executable: boolean; readonly owner: string }): OwnerKind {
  if (account.executable) return 'executable';
  return account.owner === SYSTEM_PROGRAM ? 'wallet' : 'program-owned';
}
