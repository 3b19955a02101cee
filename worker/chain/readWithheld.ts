import * as z from 'zod';
import type { Address } from '../../src/token/address.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';
import { parseTokenAccount, TOKEN_ACCOUNT_SLICE } from './readHolders.ts';
import { RpcError } from './rpcError.ts';
import { type RpcNode, withContext } from './rpcNode.ts';

/** Fees withheld in the mint's token accounts, as one node saw them in one read. Amounts are GOD base units. */
export interface WithheldFees {
  readonly slot: number;
  /** Accounts with fees, the fullest first. */
  readonly accounts: readonly { readonly account: Address; readonly withheld: bigint }[];
  readonly total: bigint;
  /** Σ amounts + fees over all accounts: what the supply exceeds it by has been harvested into the mint. */
  readonly inAccounts: bigint;
  /** What lies in `own`; 0 when it does not exist. */
  readonly ownAmount: bigint;
}

const tokenAccounts = withContext(
  z.array(
    z.object({
      pubkey: z.string().transform((text) => text as Address),
      account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }),
    }),
  ),
);

/** Reads every token account of the mint, `own` among them. */
export async function readWithheld(node: RpcNode, mint: Address, own: Address): Promise<WithheldFees> {
  const { context, value } = await node.call(
    'getProgramAccounts',
    [
      TOKEN_2022_PROGRAM,
      {
        commitment: 'confirmed',
        encoding: 'base64',
        withContext: true,
        dataSlice: TOKEN_ACCOUNT_SLICE,
        filters: [{ memcmp: { offset: 0, bytes: mint } }],
      },
    ],
    tokenAccounts,
  );
  const accounts: { account: Address; withheld: bigint }[] = [];
  let [total, inAccounts, ownAmount] = [0n, 0n, 0n];
  for (const { pubkey, account } of value) {
    const parsed = parseTokenAccount(Buffer.from(account.data[0], 'base64'));
    if (parsed === null) throw new RpcError(node.label, 'getProgramAccounts', 'a token account is too short');
    total += parsed.withheld;
    inAccounts += parsed.amount + parsed.withheld;
    if (pubkey === own) ownAmount = parsed.amount;
    if (parsed.withheld > 0n) accounts.push({ account: pubkey, withheld: parsed.withheld });
  }
  accounts.sort((a, b) => (a.withheld < b.withheld ? 1 : a.withheld > b.withheld ? -1 : 0));
  return { slot: context.slot, accounts, total, inAccounts, ownAmount };
}
