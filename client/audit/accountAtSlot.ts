import type { AskChain } from './askChain.ts';
import { readAnswer } from './readTransaction.ts';

export interface AccountQuestion {
  /** The token account. */
  readonly key: string;
  readonly owner: string;
  readonly mint: string;
  readonly slot: number;
}

/** What an account held at the end of a slot, and at its begin where its last transaction was in that very slot. */
interface AccountAmounts {
  readonly before: bigint;
  readonly after: bigint;
  /** Whether that transaction was in the slot itself, where more of them may have been before it. */
  readonly isOfSlot: boolean;
}

interface Row {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
}

const PAGE = 1_000;
const PAGES = 5;

/**
 * What a wallet's token account held at a slot, from its last transaction up to it; a sentence when that cannot be
 * read. Throws when the server does not answer.
 */
export async function accountAtSlot(ask: AskChain, question: AccountQuestion): Promise<AccountAmounts | string> {
  const { key, slot } = question;
  const { last, oldest } = await lookBack(ask, question);
  const row = last ?? oldest;
  if (row === 'beyond') return `${key} has more transactions since than are looked through`;
  if (row === null) return `no transaction of ${key} up to slot ${slot} is known`;
  const amounts = amountsIn(await readAnswer(ask, row.signature), question);
  if (amounts === null) return `${row.signature} cannot be read`;
  const { before, after } = amounts;
  // It was opened after the slot.
  if (last === null && before === null) return { before: 0n, after: 0n, isOfSlot: false };
  if (last === null) return `no transaction of ${key} up to slot ${slot} is known`;
  const end = after ?? 0n;
  const isOfSlot = row.slot === slot;
  return { before: isOfSlot ? (before ?? 0n) : end, after: end, isOfSlot };
}

/** The last one up to the slot; or, where the history ends before it, the oldest one that is known. */
async function lookBack(
  ask: AskChain,
  { key, slot }: AccountQuestion,
): Promise<{ readonly last: Row | null; readonly oldest: Row | 'beyond' | null }> {
  let oldest: Row | null = null;
  let before: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const options = { commitment: 'finalized', limit: PAGE, ...(before !== undefined && { before }) };
    const answer = await ask('getSignaturesForAddress', [key, options]);
    if (!Array.isArray(answer)) throw new Error('a page of the history is no list');
    const landed = (answer as readonly Row[]).filter(({ err }) => err === null || err === undefined);
    const last = landed.find((row) => row.slot <= slot);
    if (last !== undefined) return { last, oldest: null };
    oldest = landed.at(-1) ?? oldest;
    if (answer.length < PAGE) return { last: null, oldest };
    before = (answer.at(-1) as Row).signature;
  }
  return { last: null, oldest: 'beyond' };
}

interface Balance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string | null;
  readonly uiTokenAmount: { readonly amount: string };
}

/** The amounts around a transaction; null in them while it was no account of the wallet. */
function amountsIn(answer: Awaited<ReturnType<typeof readAnswer>>, { key, owner, mint }: AccountQuestion) {
  const { accountKeys } = answer?.transaction?.message ?? {};
  if (!answer?.meta || !Array.isArray(accountKeys)) return null;
  const { loadedAddresses, preTokenBalances, postTokenBalances } = answer.meta;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const index = [...accountKeys, ...writable, ...readonly].indexOf(key);
  // An answer without these lists is no word on what anyone held.
  if (index < 0 || !Array.isArray(preTokenBalances) || !Array.isArray(postTokenBalances)) return null;
  const amountIn = (list: readonly Balance[]): bigint | null => {
    const own = list.find((balance) => balance.accountIndex === index && balance.mint === mint);
    return own === undefined || (own.owner ?? owner) !== owner ? null : BigInt(own.uiTokenAmount.amount);
  };
  return { before: amountIn(preTokenBalances), after: amountIn(postTokenBalances) };
}
