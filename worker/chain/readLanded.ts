import * as z from 'zod';
import type { Address } from '../../src/token/address.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** What a landed transaction did to its fee payer. Lamports and GOD base units; `solChange` includes the fee. */
export interface LandedTransaction {
  readonly slot: number;
  readonly failed: boolean;
  readonly feePayer: string;
  readonly fee: bigint;
  readonly solChange: bigint;
  readonly godChange: bigint;
  /** Balance changes of every other account named by the transaction itself, lamports. */
  readonly changes: ReadonlyMap<string, bigint>;
}

const lamportList = z.array(z.int().min(0));
const tokenBalances = z
  .array(
    z.object({
      mint: z.string(),
      owner: z.string().optional(),
      uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/).transform(BigInt) }),
    }),
  )
  .nullish();

const landed = z
  .object({
    slot: z.int(),
    meta: z.object({
      err: z.unknown(),
      fee: z.int().min(0),
      preBalances: lamportList,
      postBalances: lamportList,
      preTokenBalances: tokenBalances,
      postTokenBalances: tokenBalances,
    }),
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()).min(1) }) }),
  })
  .nullable();

/**
 * Reads what a transaction that is known to have landed did. Throws an RpcError when this node does not have it: that is never an
 * answer about money. Source: the RPC's `getTransaction`, encoding "json".
 */
export async function readLanded(
  node: RpcNode,
  { signature, mint }: { signature: string; mint: Address },
): Promise<LandedTransaction> {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const answer = await node.call('getTransaction', [signature, options], landed);
  if (answer === null)
    throw new RpcError(node.label, 'getTransaction', `${signature} has landed but cannot be read here`);
  const { meta, transaction, slot } = answer;
  const keys = transaction.message.accountKeys;
  const feePayer = keys[0] ?? '';
  const changes = new Map(
    keys.map((key, i) => [key, BigInt(meta.postBalances[i] ?? 0) - BigInt(meta.preBalances[i] ?? 0)]),
  );
  const god = (balances: z.infer<typeof tokenBalances>) =>
    (balances ?? [])
      .filter((balance) => balance.mint === mint && balance.owner === feePayer)
      .reduce((sum, balance) => sum + balance.uiTokenAmount.amount, 0n);
  return {
    slot,
    failed: meta.err !== null && meta.err !== undefined,
    feePayer,
    fee: BigInt(meta.fee),
    solChange: changes.get(feePayer) ?? 0n,
    godChange: god(meta.postTokenBalances) - god(meta.preTokenBalances),
    changes,
  };
}
