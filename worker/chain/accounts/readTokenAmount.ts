import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { RpcError } from '../node/rpcError.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';

const AMOUNT_AT = 64;
const account = withContext(
  z.object({ data: z.tuple([z.base64(), z.literal('base64')]), owner: z.string() }).nullable(),
);

/** Base units in a Token-2022 account, as confirmed; 0 when it does not exist or has only lamports. */
export async function readTokenAmount(node: RpcNode, of: Address): Promise<bigint> {
  const options = { commitment: 'confirmed', encoding: 'base64' };
  const { value } = await node.call('getAccountInfo', [of, options], account);
  if (value === null || value.data[0] === '') return 0n;
  const data = Buffer.from(value.data[0], 'base64');
  if (value.owner !== TOKEN_2022_PROGRAM || data.length < AMOUNT_AT + 8)
    throw new RpcError(node.label, 'getAccountInfo', `${of} is not a token account here`);
  return data.readBigUInt64LE(AMOUNT_AT);
}
