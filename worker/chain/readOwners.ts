import { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { type Address, addressBytes } from '../../src/address/address.ts';
import { SYSTEM_PROGRAM } from './programs.ts';
import type { Rpc } from './rpc.ts';
import { RpcError } from './rpcError.ts';
import { type RpcNode, withContext } from './rpcNode.ts';

/** What stands behind a token account's owner. Only a `wallet` can be paid without the money being lost. */
export type OwnerKind = 'wallet' | 'off-curve' | 'executable' | 'program-owned';

export interface OwnersRead {
  readonly kinds: ReadonlyMap<Address, OwnerKind>;
  /** The oldest slot that an answer speaks of. */
  readonly slot: number;
  /** False when several nodes are known and only one answered: right enough for now, and nothing to remember. */
  readonly isWitnessed: boolean;
}

/** `getMultipleAccounts` takes at most this many. */
export const OWNERS_PER_CALL = 100;

const accounts = withContext(z.array(z.object({ executable: z.boolean(), owner: z.string() }).nullable()));

/** True for an address to which no key belongs: arithmetic, for ever, and no node has to be asked. */
export function isOffCurve(owner: Address): boolean {
  return !PublicKey.isOnCurve(addressBytes(owner));
}

/**
 * Looks owners up, finalized, 100 a call. All nodes are asked: one node's word would exclude a wallet, or pay a
 * program. Throws `NodesDisagree` when nothing decides between them.
 */
export async function readOwners(rpc: Rpc, owners: readonly Address[]): Promise<OwnersRead> {
  let answers = 0;
  const slots: number[] = [];
  const kinds = await rpc.agree({
    about: 'what stands behind the owners of token accounts',
    ask: async (node) => {
      const answer = await kindsBy(node, owners, slots);
      answers += 1;
      return answer;
    },
  });
  return { kinds: new Map(kinds), slot: Math.min(...slots), isWitnessed: answers >= Math.min(2, rpc.nodes.length) };
}

/** In the order asked. The slot of each answer is added to `slots`. */
async function kindsBy(node: RpcNode, owners: readonly Address[], slots: number[]): Promise<[Address, OwnerKind][]> {
  const kinds: [Address, OwnerKind][] = [];
  for (let from = 0; from < owners.length; from += OWNERS_PER_CALL) {
    const batch = owners.slice(from, from + OWNERS_PER_CALL);
    const options = { commitment: 'finalized', encoding: 'base64', dataSlice: { offset: 0, length: 0 } };
    const { context, value } = await node.call('getMultipleAccounts', [batch, options], accounts);
    slots.push(context.slot);
    if (value.length !== batch.length) throw new RpcError(node.label, 'getMultipleAccounts', 'answered for too few');
    kinds.push(...batch.map((owner, i): [Address, OwnerKind] => [owner, kindOf(value[i] ?? null)]));
  }
  return kinds;
}

function kindOf(account: { readonly executable: boolean; readonly owner: string } | null): OwnerKind {
  if (account === null) return 'wallet';
  if (account.executable) return 'executable';
  return account.owner === SYSTEM_PROGRAM ? 'wallet' : 'program-owned';
}
