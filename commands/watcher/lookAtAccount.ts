import type { Address } from '../../src/address/address.ts';
import { NEAR_SLOTS } from '../../src/protocol/terms/entries.ts';
import type { AccountFound, Change } from '../../src/witness/amountAtSlot.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';
import { listTransactions } from './listTransactions.ts';
import type { Balance, Balances, ReadBalances } from './readBalances.ts';

/** What is asked about a token account. */
export interface AccountQuestion {
  readonly key: Address;
  readonly owner: Address;
  readonly mint: Address;
  /** The snapshot's slot. */
  readonly slot: number;
  /** The slot of the reading before the lock; null if there is none, or if it is later than the snapshot's slot. */
  readonly since: number | null;
}

/** Where the transactions are read. */
export interface Ledger {
  readonly node: RpcNode;
  readonly readBalances: ReadBalances;
}

/**
 * At most this many transactions of an account are read, besides the one that ends the search; with more, the account
 * counts as unreadable. Strangers may make any number of transactions that only name the account.
 */
const MOST_PASSED = 100;

/**
 * Finds the transactions that can have changed an account at the snapshot's slot or within `NEAR_SLOTS` after it. If
 * there are none, finds the last transaction before the snapshot's slot that can have changed it, back to the slot
 * `since`. Lists the account's transactions in at most two calls. Then reads those that succeeded, newest first: it
 * begins `NEAR_SLOTS` after the snapshot's slot, and stops when it has found enough. Never throws an RpcError.
 */
export async function lookAtAccount(ledger: Ledger, question: AccountQuestion): Promise<AccountFound> {
  try {
    return await changesOf(ledger, question);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return unreadable(error.message);
  }
}

const unreadable = (why: string): AccountFound => ({ kind: 'unreadable', why });

async function changesOf({ node, readBalances }: Ledger, question: AccountQuestion): Promise<AccountFound> {
  const { key, slot, since } = question;
  const tooMany = `${key} has more transactions than are looked through`;
  const changes: Change[] = [];
  let passed = 0;
  for await (const row of listTransactions(node, key)) {
    if (row === 'beyond') return unreadable(tooMany);
    // The earliest change tells what the account held before it, so no older transaction is needed.
    if (row.slot < slot && changes.length > 0) break;
    if (since !== null && row.slot < since) break;
    if (row.slot > slot + NEAR_SLOTS || !row.succeeded) continue;
    const read = await readBalances(row.signature);
    if (typeof read === 'string') return unreadable(read);
    const isNamed = [...read.before, ...read.after].some((balance) => balance.key === key);
    if (isNamed || read.canChange) {
      changes.push(around(read, question));
      if (row.slot < slot) break;
    }
    passed += 1;
    if (passed > MOST_PASSED) return unreadable(tooMany);
  }
  const [newest, ...others] = changes;
  if (newest !== undefined) return { kind: 'moved', changes: [newest, ...others] };
  return since === null ? unreadable(`no transaction of ${key} up to slot ${slot} is known`) : { kind: 'unmoved' };
}

function around({ slot, before, after }: Balances, { key, owner, mint }: AccountQuestion) {
  const amountIn = (list: readonly Balance[]): bigint | null => {
    const own = list.find((balance) => balance.key === key && balance.mint === mint);
    // While another wallet owned the account, its amount was not this wallet's.
    return own === undefined || (own.owner ?? owner) !== owner ? null : own.amount;
  };
  return { slot, before: amountIn(before), after: amountIn(after) };
}
