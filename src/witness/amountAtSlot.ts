import type { Address } from '../address/address.ts';
import { type AccountSeen, type Held, type Reading, sumOf } from './Reading.ts';

/** What a token account's history says about the slots at which a list may have been read. */
export type AccountFound =
  /** The account has no transaction from the reading before the lock up to the last of these slots. */
  | { readonly kind: 'unmoved' }
  /** The account's transactions at these slots, newest first; if there are none, its last one before them. */
  | { readonly kind: 'moved'; readonly changes: readonly [Change, ...Change[]] }
  | Unreadable;

/**
 * A transaction of a token account: the amounts before and after, base units. Null: the account was not the wallet's.
 */
export interface Change {
  readonly slot: number;
  readonly before: bigint | null;
  readonly after: bigint | null;
}

interface Unreadable {
  readonly kind: 'unreadable';
  readonly why: string;
}

/** What a wallet may have held when a list was read. There can be several amounts if it had transactions just then. */
export type WalletFound = { readonly kind: 'known'; readonly held: readonly Held[] } | Unreadable;

export interface WalletHistory {
  readonly owner: Address;
  /** The snapshot's slot. */
  readonly slot: number;
  /** The reading before the lock; null when it could not be taken. */
  readonly before: Reading | null;
  readonly after: Reading | null;
  /** By token account. */
  readonly found: ReadonlyMap<Address, AccountFound>;
}

/**
 * What a wallet held at the snapshot's slot and the `NEAR_SLOTS` after it, from the transactions of its accounts: each
 * different amount, that of the earliest slot first. A node may have read the list at any of these slots. In a slot
 * with a transaction of the wallet, the node may have read the list before that transaction.
 */
export function amountAtSlot({ owner, slot, before, after, found }: WalletHistory): WalletFound {
  const accounts: (Pick<AccountSeen, 'amount' | 'isFrozen'> & { readonly changes: readonly Change[] })[] = [];
  for (const [key, account] of found) {
    if (account.kind === 'unreadable') return account;
    const [early, late] = [seenIn(before, owner, key), seenIn(after, owner, key)];
    const wasFrozen = [early, late].flatMap((seen) => (seen === undefined ? [] : [seen.isFrozen]));
    if (new Set(wasFrozen).size > 1) return { kind: 'unreadable', why: `${key} was frozen or thawed meanwhile` };
    const changes = account.kind === 'moved' ? account.changes : [];
    accounts.push({ amount: early?.amount ?? 0n, isFrozen: wasFrozen.includes(true), changes });
  }
  const held = new Map<string, Held>();
  const moved = accounts.flatMap(({ changes }) => changes.map((change) => change.slot)).filter((at) => at > slot);
  for (const at of [slot, ...moved.toSorted((a, b) => a - b)]) {
    const left = sumOf(accounts.map((account) => ({ ...account, amount: leftAt(account, at) })));
    const came = sumOf(accounts.map((account) => ({ ...account, amount: foundAt(account, at) })));
    for (const one of [left, came]) held.set(`${one.free} ${one.frozen}`, one);
  }
  return { kind: 'known', held: [...held.values()] };
}

interface Moving {
  /** What the account holds if it has no change. */
  readonly amount: bigint;
  /** Newest first. */
  readonly changes: readonly Change[];
}

/** What an account held at the end of a slot. */
function leftAt({ amount, changes }: Moving, slot: number): bigint {
  const last = changes.find((change) => change.slot <= slot);
  const first = changes.at(-1);
  if (last !== undefined) return last.after ?? 0n;
  return first === undefined ? amount : (first.before ?? 0n);
}

/** What an account held before its last change of a slot. */
function foundAt(account: Moving, slot: number): bigint {
  const own = account.changes.find((change) => change.slot === slot);
  return own === undefined ? leftAt(account, slot) : (own.before ?? 0n);
}

function seenIn(reading: Reading | null, owner: Address, key: Address): AccountSeen | undefined {
  return reading?.accounts.get(owner)?.find((seen) => seen.key === key);
}

/** The token accounts that a wallet had in any of the readings. */
export function accountsOf(owner: Address, readings: readonly Reading[]): Address[] {
  return [...new Set(readings.flatMap(({ accounts }) => (accounts.get(owner) ?? []).map(({ key }) => key)))];
}
