import { canChangeTokens } from '../../../src/address/canChangeTokens.ts';
import type { AskChain } from './askChain.ts';
import { type Look, readTransaction } from './readTransaction.ts';

export interface AccountQuestion {
  readonly key: string;
  readonly owner: string;
  readonly mint: string;
  readonly slot: number;
}

/**
 * `after`: what an account held at the end of a slot. `before`: if the account's last transaction up to this moment was
 * in the slot, what it held before that transaction; otherwise the same as `after`.
 */
interface AccountAmounts {
  readonly before: bigint;
  readonly after: bigint;
  /** Whether that last transaction was in the slot. If so, earlier transactions may have been in the slot too. */
  readonly isOfSlot: boolean;
}

interface Row {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
}

const PAGE = 1_000;
const PAGES = 5;
/** At most this many transactions that cannot have changed the account are skipped. Anybody can make such ones. */
const MOST_PASSED = 50;

/**
 * What a wallet's token account held at a slot, as the account's last transaction up to the slot shows; a sentence when
 * that transaction cannot be read. Throws when the server does not answer.
 */
export async function accountAtSlot(ask: AskChain, question: AccountQuestion): Promise<AccountAmounts | string> {
  const { key, slot } = question;
  const { upTo, later } = await lookBack(ask, question);
  const last = await firstThatTells(ask, question, upTo);
  if (typeof last === 'string') return last;
  if (last === null) {
    if (later === null) return tooMany(question);
    const oldest = await firstThatTells(ask, question, later);
    if (typeof oldest === 'string') return oldest;
    // The oldest transaction opened the account, which happened after the slot.
    if (oldest?.before === null) return { before: 0n, after: 0n, isOfSlot: false };
    return `no transaction of ${key} up to slot ${slot} is known`;
  }
  const end = last.after ?? 0n;
  const isOfSlot = last.slot === slot;
  return { before: isOfSlot ? (last.before ?? 0n) : end, after: end, isOfSlot };
}

/**
 * The account's transactions that did not fail. `upTo`: those up to the slot, newest first. `later`: those after the
 * slot, oldest first; null if the search does not end within `PAGES` pages.
 */
async function lookBack(
  ask: AskChain,
  { key, slot }: AccountQuestion,
): Promise<{ readonly upTo: readonly Row[]; readonly later: readonly Row[] | null }> {
  const [upTo, later]: [Row[], Row[]] = [[], []];
  let before: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const options = { commitment: 'finalized', limit: PAGE, ...(before !== undefined && { before }) };
    const answer = await ask('getSignaturesForAddress', [key, options]);
    if (!Array.isArray(answer)) throw new Error('a page of the history is no list');
    const landed = (answer as readonly Row[]).filter(({ err }) => err === null || err === undefined);
    for (const row of landed) (row.slot <= slot ? upTo : later).push(row);
    if (upTo.length > MOST_PASSED || answer.length < PAGE) return { upTo, later: later.reverse() };
    before = (answer.at(-1) as Row).signature;
  }
  return { upTo, later: null };
}

interface Told {
  readonly slot: number;
  readonly before: bigint | null;
  readonly after: bigint | null;
}

/**
 * Goes through transactions in the given order, and returns what the first one that can have changed the account says
 * of it. Null when none can have changed it; a sentence when one cannot be read, or when there are too many.
 */
async function firstThatTells(
  ask: AskChain,
  question: AccountQuestion,
  told: readonly Row[],
): Promise<Told | string | null> {
  for (const { signature, slot } of told.slice(0, MOST_PASSED)) {
    const amounts = amountsIn(await readTransaction(ask, signature), question);
    if (amounts === null) return `${signature} cannot be read`;
    if (amounts !== 'silent') return { slot, ...amounts };
  }
  return told.length > MOST_PASSED ? tooMany(question) : null;
}

function tooMany({ key }: AccountQuestion): string {
  return `${key} has more transactions than are looked through`;
}

interface Balance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string | null;
  readonly uiTokenAmount: { readonly amount: string };
}

/**
 * The account's amounts before and after a transaction. An amount is null if the account did not exist or was not the
 * wallet's. `silent`: the transaction cannot have changed the account. Null: the transaction cannot be read.
 */
function amountsIn(look: Look, { key, owner, mint }: AccountQuestion) {
  if (look.kind !== 'read') return null;
  const { keys, meta } = look.transaction;
  const { preTokenBalances, postTokenBalances } = meta;
  const index = keys.indexOf(key);
  if (index < 0 || !Array.isArray(preTokenBalances) || !Array.isArray(postTokenBalances)) return null;
  const told: readonly Balance[] = [...preTokenBalances, ...postTokenBalances];
  if (!told.some(({ accountIndex }) => accountIndex === index) && !canChangeTokens(keys)) return 'silent';
  const amountIn = (list: readonly Balance[]): bigint | null => {
    const own = list.find((balance) => balance.accountIndex === index && balance.mint === mint);
    return own === undefined || (own.owner ?? owner) !== owner ? null : BigInt(own.uiTokenAmount.amount);
  };
  return { before: amountIn(preTokenBalances), after: amountIn(postTokenBalances) };
}
