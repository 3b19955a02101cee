import * as z from 'zod';
import { canChangeTokens } from '../../src/address/canChangeTokens.ts';
import { decimal } from '../../src/contract/figures.ts';
import { askTransaction } from '../../worker/chain/ledger/askTransaction.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';

/** What a token account held before or after a transaction. */
export interface Balance {
  readonly key: string;
  readonly mint: string;
  /** Null when the node does not say. */
  readonly owner: string | null;
  /** Base units. */
  readonly amount: bigint;
}

/** All token accounts of a transaction, before and after it. */
export interface Balances {
  readonly slot: number;
  /** Whether the transaction can have changed a token account of Token-2022. */
  readonly canChange: boolean;
  readonly before: readonly Balance[];
  readonly after: readonly Balance[];
}

const balances = z.array(
  z.object({
    accountIndex: z.int(),
    mint: z.string(),
    owner: z.string().nullish(),
    uiTokenAmount: z.object({ amount: decimal }),
  }),
);
const addresses = z.array(z.string());
const transaction = z
  .object({
    slot: z.int(),
    meta: z.object({
      preTokenBalances: balances.nullish(),
      postTokenBalances: balances.nullish(),
      loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
    }),
    transaction: z.object({ message: z.object({ accountKeys: addresses }) }),
  })
  .nullable();

/**
 * Reads a transaction that a node has listed. Answers a sentence when the node does not have it, or leaves out a part
 * that is needed. Throws an RpcError when the node gives no usable answer.
 */
export type ReadBalances = (signature: string) => Promise<Balances | string>;

/** A `ReadBalances` that reads each transaction only once, however many wallets it names. */
export function createReadBalances(node: RpcNode): ReadBalances {
  const asked = new Map<string, Promise<Balances | string>>();
  return (signature) => {
    const known = asked.get(signature);
    if (known) return known;
    const asking = readOne(node, signature);
    asked.set(signature, asking);
    // A failed reading is forgotten: another wallet that needs the transaction asks again.
    asking.catch(() => asked.delete(signature));
    return asking;
  };
}

async function readOne(node: RpcNode, signature: string): Promise<Balances | string> {
  const query = { signature, commitment: 'confirmed', encoding: 'json', result: transaction } as const;
  const read = await askTransaction(node, query);
  if (read === null) return `the node lists ${signature}, but does not have it`;
  const { preTokenBalances, postTokenBalances, loadedAddresses } = read.meta;
  // Missing balances do not mean zero.
  if (!preTokenBalances || !postTokenBalances) return `the node shows ${signature} without its balances`;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const keys = [...read.transaction.message.accountKeys, ...writable, ...readonly];
  if ([...preTokenBalances, ...postTokenBalances].some(({ accountIndex }) => keys[accountIndex] === undefined))
    return `the node does not show all accounts of ${signature}`;
  const named = (list: z.infer<typeof balances>): Balance[] =>
    list.map(({ accountIndex, mint, owner = null, uiTokenAmount }) => ({
      ...{ key: keys[accountIndex] ?? '', mint, owner, amount: BigInt(uiTokenAmount.amount) },
    }));
  return {
    slot: read.slot,
    canChange: canChangeTokens(keys),
    before: named(preTokenBalances),
    after: named(postTokenBalances),
  };
}
