import * as z from 'zod';
import { answeredForAll } from '../node/answeredForAll.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

/**
 * What is at an address. `held`: the account belongs to some other program, which decides what happens to a payment. An
 * account of the System program that has data is `held` too, for example a mark: no transfer can take SOL out of it.
 */
export type AddressUse = 'unused' | 'wallet' | 'program' | 'token-account' | 'held';

/** The most addresses one call answers. */
const PAGE = 100;
const data = z.tuple([z.base64(), z.literal('base64')]);
const account = z.object({ owner: z.string(), executable: z.boolean(), data });
const accounts = withContext(z.array(account.nullable()));
const TOKEN_PROGRAMS: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];

/** What one node knows of addresses, in their order. One node is enough to warn the person who types them. */
export async function lookUpAddresses(node: RpcNode, addresses: readonly string[]): Promise<readonly AddressUse[]> {
  const found: AddressUse[] = [];
  for (let from = 0; from < addresses.length; from += PAGE) {
    const page = addresses.slice(from, from + PAGE);
    const options = { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: 1 } };
    const { value } = await node.call('getMultipleAccounts', [page, options], accounts);
    answeredForAll(node, 'getMultipleAccounts', { asked: page, answered: value });
    found.push(...value.map(useOf));
  }
  return found;
}

function useOf(found: z.infer<typeof account> | null): AddressUse {
  if (found === null) return 'unused';
  if (found.executable) return 'program';
  if (TOKEN_PROGRAMS.includes(found.owner)) return 'token-account';
  return found.owner === SYSTEM_PROGRAM && found.data[0] === '' ? 'wallet' : 'held';
}
