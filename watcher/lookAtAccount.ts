import * as z from 'zod';
import type { Address } from '../src/address/address.ts';
import { decimal } from '../src/contract/figures.ts';
import type { AccountFound } from '../src/witness/amountAtSlot.ts';
import { RpcError } from '../worker/chain/rpcError.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';

/** What a token account is asked about. */
export interface AccountQuestion {
  readonly key: Address;
  readonly owner: Address;
  readonly mint: Address;
  /** The snapshot's slot. */
  readonly slot: number;
  /** A slot up to which the account's amount is known from a reading; null when there is none. */
  readonly since: number | null;
}

const FIRST_PAGE = 100;
const NEXT_PAGE = 1_000;
/** Any version will do, since only balances are read. Some nodes take nothing above 1. */
const TRANSACTION_VERSIONS = [255, 1];
const INVALID_PARAMS = -32_602;

const rows = z.array(z.object({ signature: z.string(), slot: z.int(), err: z.unknown() }));
type Row = z.infer<typeof rows>[number];

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
type Transaction = NonNullable<z.infer<typeof transaction>>;

/** Finds an account's last transaction up to a slot, in at most three calls. Never throws an RpcError. */
export async function lookAtAccount(node: RpcNode, question: AccountQuestion): Promise<AccountFound> {
  const { key, slot, since } = question;
  try {
    const last = await lastUpTo(node, key, slot);
    if (last === 'beyond') return unreadable(`${key} has more transactions than are looked through`);
    if (since !== null && (last === null || last.slot < since)) return { kind: 'unmoved' };
    if (last === null) return unreadable(`no transaction of ${key} up to slot ${slot} is known`);
    const read = await readTransaction(node, last.signature);
    if (read === null) return unreadable(`${last.signature} is listed and not known`);
    // A node that keeps no balances says nothing of the wallet's: that is no zero.
    if (!read.meta.preTokenBalances || !read.meta.postTokenBalances)
      return unreadable(`${last.signature} is told without its balances`);
    return { kind: 'moved', ...around(read, question) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return unreadable(error.message);
  }
}

const unreadable = (why: string): AccountFound => ({ kind: 'unreadable', why });

/** Confirmed, since a finalized slot's transactions are in it on every node. `beyond`: further back than two pages. */
async function lastUpTo(node: RpcNode, key: Address, slot: number): Promise<Row | 'beyond' | null> {
  const isIt = (row: Row) => row.slot <= slot && (row.err === null || row.err === undefined);
  let before: string | undefined;
  for (const limit of [FIRST_PAGE, NEXT_PAGE]) {
    const options = { commitment: 'confirmed', limit, ...(before !== undefined && { before }) };
    const page = await node.call('getSignaturesForAddress', [key, options], rows);
    const found = page.find(isIt);
    if (found !== undefined) return found;
    if (page.length < limit) return null;
    before = page.at(-1)?.signature;
  }
  return 'beyond';
}

async function readTransaction(node: RpcNode, signature: string): Promise<Transaction | null> {
  const ask = (version: number | undefined) => {
    const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: version };
    return node.call('getTransaction', [signature, options], transaction);
  };
  const [first, ...others] = TRANSACTION_VERSIONS;
  try {
    return await ask(first);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== INVALID_PARAMS) throw error;
    return ask(others[0]);
  }
}

function around({ slot, meta, transaction: { message } }: Transaction, { key, owner, mint }: AccountQuestion) {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const index = [...message.accountKeys, ...writable, ...readonly].indexOf(key);
  const amountIn = (list: z.infer<typeof balances> | null | undefined): bigint | null => {
    const own = list?.find((balance) => balance.accountIndex === index && balance.mint === mint);
    // An account that is another's by then holds nothing of this wallet's.
    return own === undefined || (own.owner ?? owner) !== owner ? null : BigInt(own.uiTokenAmount.amount);
  };
  return { slot, before: amountIn(meta.preTokenBalances), after: amountIn(meta.postTokenBalances) };
}
