import type { Address } from '../src/address/address.ts';
import type { AccountFound } from '../src/witness/amountAtSlot.ts';
import { RpcError } from '../worker/chain/rpcError.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';
import { type Balance, type Balances, type Listed, listed, readBalances, succeeded } from './readBalances.ts';

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

/** Finds an account's last transaction up to a slot, in at most three calls. Never throws an RpcError. */
export async function lookAtAccount(node: RpcNode, question: AccountQuestion): Promise<AccountFound> {
  const { key, slot, since } = question;
  try {
    const last = await lastUpTo(node, key, slot);
    if (last === 'beyond') return unreadable(`${key} has more transactions than are looked through`);
    if (since !== null && (last === null || last.slot < since)) return { kind: 'unmoved' };
    if (last === null) return unreadable(`no transaction of ${key} up to slot ${slot} is known`);
    const read = await readBalances(node, last.signature);
    return typeof read === 'string' ? unreadable(read) : { kind: 'moved', ...around(read, question) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return unreadable(error.message);
  }
}

const unreadable = (why: string): AccountFound => ({ kind: 'unreadable', why });

/** Confirmed, since a finalized slot's transactions are in it on every node. `beyond`: further back than two pages. */
async function lastUpTo(node: RpcNode, key: Address, slot: number): Promise<Listed | 'beyond' | null> {
  const isIt = (row: Listed) => row.slot <= slot && succeeded(row);
  let before: string | undefined;
  for (const limit of [FIRST_PAGE, NEXT_PAGE]) {
    const options = { commitment: 'confirmed', limit, ...(before !== undefined && { before }) };
    const page = await node.call('getSignaturesForAddress', [key, options], listed);
    const found = page.find(isIt);
    if (found !== undefined) return found;
    if (page.length < limit) return null;
    before = page.at(-1)?.signature;
  }
  return 'beyond';
}

function around({ slot, before, after }: Balances, { key, owner, mint }: AccountQuestion) {
  const amountIn = (list: readonly Balance[]): bigint | null => {
    const own = list.find((balance) => balance.key === key && balance.mint === mint);
    // An account that is another's by then holds nothing of this wallet's.
    return own === undefined || (own.owner ?? owner) !== owner ? null : own.amount;
  };
  return { slot, before: amountIn(before), after: amountIn(after) };
}
