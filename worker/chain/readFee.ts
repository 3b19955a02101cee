import { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import type { Address } from '../../src/token/address.ts';
import { readBlockhash } from './readChain.ts';
import { RpcError } from './rpcError.ts';
import { type RpcNode, withContext } from './rpcNode.ts';
import { draftTransaction, memoInstruction } from './transactions.ts';

/**
 * What the chain will take for a transaction with one signature, in lamports. It depends on the signatures and the compute budget
 * alone, so it is known before the amounts are. Source: the RPC's `getFeeForMessage`.
 */
export async function readFee(
  node: RpcNode,
  of: { readonly payer: Address; readonly computePrice: number; readonly computeUnits: number },
): Promise<bigint> {
  const payer = new PublicKey(of.payer);
  const { computePrice, computeUnits } = of;
  const draft = draftTransaction(payer, {
    ...{ blockhash: await readBlockhash(node), computePrice, computeUnits },
    instructions: [memoInstruction(payer, 'GOD1 fee')],
  });
  const message = draft.compileMessage().serialize().toString('base64');
  const answer = await node.call(
    'getFeeForMessage',
    [message, { commitment: 'confirmed' }],
    withContext(z.int().min(0).nullable()),
  );
  if (answer.value === null) throw new RpcError(node.label, 'getFeeForMessage', 'does not know its own blockhash');
  return BigInt(answer.value);
}
