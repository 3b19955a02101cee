import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { RpcError } from '../node/rpcError.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';
import { LAGGING_MS, notBefore, onceThere } from './onceThere.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';

const AMOUNT_AT = 64;
const account = withContext(
  z.object({ data: z.tuple([z.base64(), z.literal('base64')]), owner: z.string() }).nullable(),
);

/**
 * Base units in a Token-2022 account, as one node has confirmed them at slot `from` or later; 0 when the account does not
 * exist or has only lamports. A node that is behind is asked again for two seconds.
 */
export async function readTokenAmount(node: RpcNode, of: Address, from = 0): Promise<bigint> {
  return onceThere(() => readAmountAt(node, of, from), from, LAGGING_MS);
}

async function readAmountAt(node: RpcNode, of: Address, from: number): Promise<bigint> {
  const options = { commitment: 'confirmed', encoding: 'base64', ...(from > 0 && { minContextSlot: from }) };
  const { context, value } = await node.call('getAccountInfo', [of, options], account);
  notBefore(node, 'getAccountInfo', { seen: context.slot, from });
  if (value === null || value.data[0] === '') return 0n;
  const data = Buffer.from(value.data[0], 'base64');
  if (value.owner !== TOKEN_2022_PROGRAM || data.length < AMOUNT_AT + 8)
    throw new RpcError(node.label, 'getAccountInfo', `${of} is not a token account here`);
  return data.readBigUInt64LE(AMOUNT_AT);
}
