import { type Address, parseAddress } from '../src/address/address.ts';
import { RpcError } from '../worker/chain/rpcError.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';
import { listed, readBalances, succeeded } from './readBalances.ts';

/** What a wallet's own transactions between two readings are asked for. */
export interface PassingQuestion {
  readonly owner: Address;
  readonly mint: Address;
  /** The readings' slots; 0 for an earlier one that could not be taken. */
  readonly from: number;
  readonly to: number;
}

const PAGE = 100;
/** A wallet with more of them between two readings is not judged. */
const MOST_READ = 20;

/**
 * The token accounts that a wallet had between two readings, as its own transactions name them; why they could not be
 * found is a sentence. An account that was the wallet's in between and is not at the end has left by the wallet's
 * signature: it was given away, closed, or left to a delegate. An account that came by another's signature and is still
 * the wallet's stands in the later reading. Never throws an RpcError.
 */
export async function findPassing(node: RpcNode, question: PassingQuestion): Promise<readonly Address[] | string> {
  const { owner, mint, from, to } = question;
  try {
    const page = await node.call('getSignaturesForAddress', [owner, { commitment: 'confirmed', limit: PAGE }], listed);
    const between = page.filter((row) => succeeded(row) && row.slot >= from && row.slot <= to);
    const isCut = page.length === PAGE && (page.at(-1)?.slot ?? 0) >= from;
    if (isCut || between.length > MOST_READ) return `${owner} has more transactions than are looked through`;
    const found = new Set<Address>();
    for (const { signature } of between) {
      const read = await readBalances(node, signature);
      if (typeof read === 'string') return read;
      for (const balance of [...read.before, ...read.after]) {
        if (balance.mint !== mint) continue;
        if (balance.owner === null) return `${signature} is told without the owners of its token accounts`;
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
