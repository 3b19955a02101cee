import type { Address } from '../../src/address/address.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import { listTransactions } from './listTransactions.ts';
import type { Ledger } from './lookAtAccount.ts';
import type { Balances } from './readBalances.ts';

/** Why a wallet is not judged. */
export const NO_TIME = 'there was no time to read its transactions';

/** A span of a wallet's own history. */
export interface Span {
  readonly owner: Address;
  /** Slots, both included. */
  readonly from: number;
  readonly to: number;
  /** True once there is no time left. */
  readonly isLate: () => boolean;
}

/** A successful transaction in the span. */
export interface Own {
  readonly signature: string;
  readonly read: Balances;
}

/**
 * The transactions of a wallet in a span of slots, newest first. If they cannot be read to the end, the last value is a
 * sentence that says why. Never throws an RpcError.
 */
export async function* readBetween(ledger: Ledger, span: Span): AsyncGenerator<Own | string> {
  const { owner, from, to, isLate } = span;
  try {
    for await (const row of listTransactions(ledger.node, owner)) {
      if (row === 'beyond') return yield `${owner} has more transactions than are looked through`;
      if (row.slot < from) return;
      if (row.slot > to || !row.succeeded) continue;
      if (isLate()) return yield NO_TIME;
      const read = await ledger.readBalances(row.signature);
      if (typeof read === 'string') return yield read;
      yield { signature: row.signature, read };
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    yield error.message;
  }
}
