import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { RpcError, Unreachable } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { askTransaction } from './askTransaction.ts';

/** What a landed transaction did to its fee payer. Lamports and GOD base units; `solChange` includes the fee. */
export interface LandedTransaction {
  readonly slot: number;
  readonly failed: boolean;
  readonly feePayer: string;
  readonly fee: bigint;
  readonly solChange: bigint;
  readonly godChange: bigint;
  /**
   * Balance changes, lamports, of every account that the transaction names. An account with more lamports than a
   * JavaScript number holds exactly is left out: it is never ours.
   */
  readonly changes: ReadonlyMap<string, bigint>;
}

/** `z.int()` would refuse the whole list for one account above 2^53 lamports, 9 million SOL. */
const lamportList = z.array(z.number().min(0));
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
      loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
    }),
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()).min(1) }) }),
  })
  .nullable();

/**
 * Reads what a landed transaction did, whatever its version. Throws an RpcError that names the signature when this node
 * does not show it. Source: the RPC's `getTransaction`, encoding "json"; every amount is from its `meta`.
 */
export async function readLanded(
  node: RpcNode,
  { signature, mint }: { signature: string; mint: Address },
): Promise<LandedTransaction> {
  const unreadable = (why: string, code: number | null = null) =>
    new RpcError(node.label, 'getTransaction', `${signature} has landed but cannot be read here: ${why}`, code);
  const query = { signature, commitment: 'confirmed', encoding: 'json', result: landed } as const;
  const answer = await askTransaction(node, query).catch((error: unknown) => {
    throw error instanceof RpcError && !(error instanceof Unreachable) ? unreadable(error.detail, error.code) : error;
  });
  if (answer === null) throw unreadable('it is not known');
  const { meta, transaction, slot } = answer;
  // The runtime's order of balances: accounts in the message, then those of lookup tables, writable ones first.
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const keys = [...transaction.message.accountKeys, ...writable, ...readonly];
  if (meta.preBalances.length !== keys.length || meta.postBalances.length !== keys.length)
    throw unreadable('it does not have exactly one balance for each account');
  const feePayer = keys[0] ?? '';
  const changes = new Map(
    keys.flatMap((key, i): [string, bigint][] => {
      const [before = 0, after = 0] = [meta.preBalances[i], meta.postBalances[i]];
      return [before, after].every(Number.isSafeInteger) ? [[key, BigInt(after) - BigInt(before)]] : [];
    }),
  );
  if (!changes.has(feePayer)) throw unreadable('the balance of its fee payer is no safe integer');
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
