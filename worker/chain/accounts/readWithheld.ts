import { type Address, parseAddress } from '../../../src/address/address.ts';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { readAccountSlices } from './readTokenAccounts.ts';
import { FEE_SLICE, parseFee } from './tokenAccount.ts';

/** Fees withheld in the mint's token accounts, as one node saw them in one read. Amounts are GOD base units. */
export interface WithheldFees {
  readonly slot: number;
  /** Accounts with fees, the fullest first; at most `MAX_FULLEST`. */
  readonly accounts: readonly { readonly account: Address; readonly withheld: bigint }[];
}

/** More accounts than one tax cycle harvests (40 transactions of 24). */
export const MAX_FULLEST = 2_000;

/** Reads the withheld fee of every token account of the mint. Throws an RpcError for a key that is no address. */
export async function readWithheld(node: RpcNode, mint: Address): Promise<WithheldFees> {
  let fullest: { account: string; withheld: bigint }[] = [];
  const question = { mint, commitment: 'confirmed', dataSlice: FEE_SLICE } as const;
  const { slot } = await readAccountSlices(node, question, (slice, key) => {
    const withheld = parseFee(slice);
    if (withheld === 0n) return;
    fullest.push({ account: key, withheld });
    if (fullest.length >= 2 * MAX_FULLEST) fullest = fullestFirst(fullest);
  });
  const accounts = fullestFirst(fullest).map(({ account: key, withheld }) => {
    const account = parseAddress(key);
    if (account === null) throw new RpcError(node.label, 'getProgramAccounts', 'a key that is no address');
    return { account, withheld };
  });
  return { slot, accounts };
}

/** The accounts with the most fees. Equal fees are ordered by address, so that all nodes' lists keep the same ones. */
function fullestFirst<T extends { readonly account: string; readonly withheld: bigint }>(accounts: readonly T[]): T[] {
  return [...accounts]
    .sort((a, b) => (a.withheld < b.withheld ? 1 : a.withheld > b.withheld ? -1 : a.account < b.account ? -1 : 1))
    .slice(0, MAX_FULLEST);
}
