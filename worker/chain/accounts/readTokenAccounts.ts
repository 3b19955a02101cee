import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { streamList } from '../node/streamList.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';
import { HOLDING_SLICE, parseTokenAccount, TOKEN_ACCOUNT_SLICE, type TokenAccount } from './tokenAccount.ts';
import { MAX_LISTED_ACCOUNTS, MAX_TOKEN_ACCOUNTS, TooManyHolders } from './tooManyHolders.ts';

/** A node needs seconds to find 200,000 accounts and to send 86 MB. */
const TIMEOUT_MS = 20_000;

/**
 * Filters for the token accounts of the mint. Agave uses its index of Token-2022 accounts by mint only if a filter also
 * names the account type: byte 165 is 2, "3" in base58. Every account of a transfer-fee mint has that byte.
 */
const filtersOf = (mint: Address) => [{ memcmp: { offset: 0, bytes: mint } }, { memcmp: { offset: 165, bytes: '3' } }];

/** No address has more letters than this. The time to decode base58 grows with the square of the letters. */
const MAX_LETTERS = 44;

const tokenAccounts = z.array(
  z.object({
    pubkey: z.string().max(MAX_LETTERS),
    account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }),
  }),
);

export interface AccountsQuestion {
  readonly mint: Address;
  readonly commitment: 'confirmed' | 'finalized';
  /** The node has to answer from its view at this slot or a later one; by default at any slot. */
  readonly from?: number | undefined;
  /** Leaves out the withheld fees: the answer is a quarter shorter, but nobody can tell whether it is complete. */
  readonly isWithoutFees?: boolean;
}

interface SlicesQuestion extends Omit<AccountsQuestion, 'isWithoutFees'> {
  readonly dataSlice: { readonly offset: number; readonly length: number };
}

const METHOD = 'getProgramAccounts';

/**
 * Reads every token account of the mint, as one node sees them in one read, and calls `take` for each. Resolves to the
 * slot of the read and the number of accounts. Throws an RpcError when the answer is not complete, and `TooManyHolders`
 * for more than `MAX_TOKEN_ACCOUNTS` accounts with GOD. After an error, nothing that `take` was given may be used.
 */
export async function readTokenAccounts(
  node: RpcNode,
  { isWithoutFees = false, ...question }: AccountsQuestion,
  take: (account: TokenAccount, key: string) => void,
): Promise<{ slot: number; accounts: number }> {
  const dataSlice = isWithoutFees ? HOLDING_SLICE : TOKEN_ACCOUNT_SLICE;
  let filled = 0;
  return readAccountSlices(node, { ...question, dataSlice }, (slice, key) => {
    const parsed = parseTokenAccount(slice);
    if (parsed === null) throw new RpcError(node.label, METHOD, 'a token account is too short');
    if (parsed.amount > 0n) filled += 1;
    if (filled > MAX_TOKEN_ACCOUNTS) throw new TooManyHolders(node.label, 'accounts');
    take(parsed, key);
  });
}

/** As `readTokenAccounts`, but passes on the bytes of a part of each account, and does not throw `TooManyHolders`. */
export async function readAccountSlices(
  node: RpcNode,
  { mint, commitment, from = 0, dataSlice }: SlicesQuestion,
  take: (slice: Uint8Array, key: string) => void,
): Promise<{ slot: number; accounts: number }> {
  const options = {
    ...{ commitment, encoding: 'base64', withContext: true, dataSlice },
    ...(from > 0 && { minContextSlot: from }),
  };
  const params = [TOKEN_2022_PROGRAM, { ...options, filters: filtersOf(mint) }];
  let accounts = 0;
  const { slot } = await streamList(node, { method: METHOD, params, timeoutMs: TIMEOUT_MS }, (elements) => {
    accounts += elements.length;
    if (accounts > MAX_LISTED_ACCOUNTS) throw new RpcError(node.label, METHOD, 'a list that does not end');
    const read = tokenAccounts.safeParse(elements);
    if (!read.success) throw new RpcError(node.label, METHOD, 'an element is no account');
    for (const { pubkey, account } of read.data) take(Buffer.from(account.data[0], 'base64'), pubkey);
  });
  return { slot, accounts };
}
