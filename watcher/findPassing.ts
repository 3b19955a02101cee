import { type Address, parseAddress } from '../src/address/address.ts';
import { RpcError } from '../worker/chain/rpcError.ts';
import { listTransactions } from './listTransactions.ts';
import type { Ledger } from './lookAtAccount.ts';

/** What a wallet's own transactions between two readings are asked for. */
export interface PassingQuestion {
  readonly owner: Address;
  readonly mint: Address;
  /** From the earlier reading's slot, or the snapshot's where that is earlier, to the later reading's. */
  readonly from: number;
  readonly to: number;
  /** True once there is no time left. */
  readonly isLate: () => boolean;
}

/**
 * The token accounts that a wallet had between two readings, as its own transactions name them; why they could not be
 * found is a sentence. An account that was the wallet's in between and is not at the end has left by the wallet's
 * signature: it was given away, closed, or left to a delegate. An account that came by another's signature and is still
 * the wallet's stands in the later reading. Never throws an RpcError.
 */
export async function findPassing(ledger: Ledger, question: PassingQuestion): Promise<readonly Address[] | string> {
  const { owner, mint, from, to, isLate } = question;
  const found = new Set<Address>();
  try {
    for await (const row of listTransactions(ledger.node, owner)) {
      if (row === 'beyond') return `${owner} has more transactions than are looked through`;
      if (row.slot < from) break;
      if (row.slot > to || !row.succeeded) continue;
      if (isLate()) return 'there was no time';
      const read = await ledger.readBalances(row.signature);
      if (typeof read === 'string') return read;
      for (const balance of [...read.before, ...read.after]) {
        if (balance.mint !== mint) continue;
        if (balance.owner === null) return `${row.signature} is told without the owners of its token accounts`;
        const key = parseAddress(balance.key);
        if (key !== null && balance.owner === owner) found.add(key);
      }
    }
    return [...found];
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return error.message;
  }
}
