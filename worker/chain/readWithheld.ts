import type { Address } from '../../src/address/address.ts';
import { readTokenAccounts } from './readTokenAccounts.ts';
import type { RpcNode } from './rpcNode.ts';

/** Fees withheld in the mint's token accounts, as one node saw them in one read. Amounts are GOD base units. */
export interface WithheldFees {
  readonly slot: number;
  /** Accounts with fees, the fullest first; no more of them than `MAX_FULLEST`. */
  readonly accounts: readonly { readonly account: Address; readonly withheld: bigint }[];
  /** Over all accounts. */
  readonly total: bigint;
  /** Σ amounts + fees over all accounts: what the supply exceeds it by has been harvested into the mint. */
  readonly inAccounts: bigint;
  /** What lies in `own`; 0 when it does not exist. */
  readonly ownAmount: bigint;
}

/** More accounts than one tax cycle harvests (40 transactions of 24), and few enough to keep. */
export const MAX_FULLEST = 2_000;

/** Reads every token account of the mint, `own` among them. */
export async function readWithheld(node: RpcNode, mint: Address, own: Address): Promise<WithheldFees> {
  let fullest: { account: Address; withheld: bigint }[] = [];
  let [total, inAccounts, ownAmount] = [0n, 0n, 0n];
  const { slot } = await readTokenAccounts(node, { mint, commitment: 'confirmed' }, ({ amount, withheld }, key) => {
    total += withheld;
    inAccounts += amount + withheld;
    if (key === own) ownAmount = amount;
    if (withheld === 0n) return;
    fullest.push({ account: key as Address, withheld });
    // Sorted only now and then, which costs little per account.
    if (fullest.length >= 2 * MAX_FULLEST) fullest = fullestFirst(fullest);
  });
  return { slot, accounts: fullestFirst(fullest), total, inAccounts, ownAmount };
}

function fullestFirst<T extends { readonly withheld: bigint }>(accounts: readonly T[]): T[] {
  return [...accounts]
    .sort((a, b) => (a.withheld < b.withheld ? 1 : a.withheld > b.withheld ? -1 : 0))
    .slice(0, MAX_FULLEST);
}
