import type { Address } from '../../src/address/address.ts';
import type { AccountFound } from '../../src/witness/amountAtSlot.ts';
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
  /** A slot at which a reading shows the account's amount; null when there is no such reading. */
  readonly since: number | null;
}

/** Where the transactions are read. */
export interface Ledger {
  readonly node: RpcNode;
  readonly readBalances: ReadBalances;
}

/**
 * Transactions that cannot have changed the account are skipped. With more of them than this, the account counts as
 * unreadable: anybody can make them.
 */
const MOST_PASSED = 100;

/**
 * Finds the last transaction up to a slot that can have changed an account. Takes at most three calls, and one more for
 * each transaction that is skipped. Never throws an RpcError.
 */
export async function lookAtAccount(ledger: Ledger, question: AccountQuestion): Promise<AccountFound> {
  try {
    return await lastUpTo(ledger, question);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return unreadable(error.message);
  }
}

const unreadable = (why: string): AccountFound => ({ kind: 'unreadable', why });

async function lastUpTo({ node, readBalances }: Ledger, question: AccountQuestion): Promise<AccountFound> {
  const { key, slot, since } = question;
  const tooMany = `${key} has more transactions than are looked through`;
  let passed = 0;
  for await (const row of listTransactions(node, key)) {
    if (row === 'beyond') return unreadable(tooMany);
    if (since !== null && row.slot < since) return { kind: 'unmoved' };
    if (row.slot > slot || !row.succeeded) continue;
    const read = await readBalances(row.signature);
    if (typeof read === 'string') return unreadable(read);
    const isNamed = [...read.before, ...read.after].some((balance) => balance.key === key);
    if (isNamed || read.canChange) return { kind: 'moved', ...around(read, question) };
    passed += 1;
    if (passed > MOST_PASSED) return unreadable(tooMany);
  }
  return since === null ? unreadable(`no transaction of ${key} up to slot ${slot} is known`) : { kind: 'unmoved' };
}

function around({ slot, before, after }: Balances, { key, owner, mint }: AccountQuestion) {
  const amountIn = (list: readonly Balance[]): bigint | null => {
    const own = list.find((balance) => balance.key === key && balance.mint === mint);
    // An account of another wallet held nothing of this wallet.
    return own === undefined || (own.owner ?? owner) !== owner ? null : own.amount;
  };
  return { slot, before: amountIn(before), after: amountIn(after) };
}
