import type { Address } from '../address/address.ts';
import { type AccountSeen, type Held, type Reading, sumOf } from './Reading.ts';

/** What a token account's history says about a slot. */
export type AccountFound =
  /** The account has no transaction between the reading before the lock and the slot. */
  | { readonly kind: 'unmoved' }
  /**
   * The account's last transaction up to the slot, and the amount before and after it, base units. Null while the
   * account was not the wallet's.
   */
  | { readonly kind: 'moved'; readonly slot: number; readonly before: bigint | null; readonly after: bigint | null }
  | Unreadable;

interface Unreadable {
  readonly kind: 'unreadable';
  readonly why: string;
}

/** What a wallet may have held at a slot: two amounts when a transaction in that slot changed it. */
export type WalletFound = { readonly kind: 'known'; readonly held: readonly Held[] } | Unreadable;

export interface WalletHistory {
  readonly owner: Address;
  readonly slot: number;
  /** The reading before the lock; null when it could not be taken. */
  readonly before: Reading | null;
  readonly after: Reading | null;
  /** By token account. */
  readonly found: ReadonlyMap<Address, AccountFound>;
}

/**
 * What a wallet held at a slot, from the last transactions of its accounts. If a transaction in the slot changed that,
 * the answer has both amounts, because the list may have been read before this transaction.
 */
export function amountAtSlot(history: WalletHistory): WalletFound {
  const inSlot: Amount[] = [];
  const afterSlot: Amount[] = [];
  for (const [key, account] of history.found) {
    if (account.kind === 'unreadable') return account;
    const [early, late] = [seenIn(history.before, history.owner, key), seenIn(history.after, history.owner, key)];
    const wasFrozen = [early, late].flatMap((seen) => (seen === undefined ? [] : [seen.isFrozen]));
    if (new Set(wasFrozen).size > 1) return { kind: 'unreadable', why: `${key} was frozen or thawed meanwhile` };
    const isFrozen = wasFrozen.includes(true);
    const { slot, before, after } =
      account.kind === 'moved' ? account : { slot: null, before: early?.amount, after: early?.amount };
    inSlot.push({ amount: (slot === history.slot ? before : after) ?? 0n, isFrozen });
    afterSlot.push({ amount: after ?? 0n, isFrozen });
  }
  const [late, early] = [sumOf(afterSlot), sumOf(inSlot)];
  const isOne = late.free === early.free && late.frozen === early.frozen;
  return { kind: 'known', held: isOne ? [late] : [late, early] };
}

type Amount = Pick<AccountSeen, 'amount' | 'isFrozen'>;

function seenIn(reading: Reading | null, owner: Address, key: Address): AccountSeen | undefined {
  return reading?.accounts.get(owner)?.find((seen) => seen.key === key);
}

/** The token accounts that a wallet had in any of the readings. */
export function accountsOf(owner: Address, readings: readonly Reading[]): Address[] {
  return [...new Set(readings.flatMap(({ accounts }) => (accounts.get(owner) ?? []).map(({ key }) => key)))];
}
