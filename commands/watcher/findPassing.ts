import { type Address, parseAddress } from '../../src/address/address.ts';
import type { Ledger } from './lookAtAccount.ts';
import { readBetween, type Span } from './readBetween.ts';

/**
 * The span in which a wallet's own transactions are read: from the earlier reading's slot (or the snapshot's, if that
 * is earlier) to the later reading's.
 */
export interface PassingQuestion extends Span {
  readonly mint: Address;
}

/**
 * The token accounts that a wallet had between two readings, as its own transactions name them; a sentence when they
 * could not be found. An account that was the wallet's in between and is not at the end has left with the wallet's
 * signature: it was given away, closed, or left to a delegate. An account that came with another's signature and is
 * still the wallet's is in the later reading. Never throws an RpcError.
 */
export async function findPassing(ledger: Ledger, question: PassingQuestion): Promise<readonly Address[] | string> {
  const { owner, mint } = question;
  const found = new Set<Address>();
  for await (const own of readBetween(ledger, question)) {
    if (typeof own === 'string') return own;
    for (const balance of [...own.read.before, ...own.read.after]) {
      if (balance.mint !== mint) continue;
      if (balance.owner === null) return `${own.signature} is told without the owners of its token accounts`;
      const key = parseAddress(balance.key);
      if (key !== null && balance.owner === owner) found.add(key);
    }
  }
  return [...found];
}
