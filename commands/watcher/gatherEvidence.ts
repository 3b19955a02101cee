import { type Address, parseAddress } from '../../src/address/address.ts';
import { NEAR_SLOTS } from '../../src/protocol/terms/entries.ts';
import { type AccountFound, accountsOf, amountAtSlot, type WalletFound } from '../../src/witness/amountAtSlot.ts';
import type { Evidence } from '../../src/witness/collectFacts.ts';
import type { Suspect } from '../../src/witness/findSuspects.ts';
import { heldAt, type Reading } from '../../src/witness/Reading.ts';
import { godAccount } from '../../worker/chain/accounts/tokenAccount.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';
import { type Ledger, lookAtAccount } from './lookAtAccount.ts';
import { createReadBalances } from './readBalances.ts';
import { NO_TIME, readBetween, type Span } from './readBetween.ts';

/**
 * The span in which a wallet's own transactions are read. It begins at the slot of the earlier reading, or at the
 * snapshot's slot if that is earlier, and ends at the slot of the later reading.
 */
interface PassingQuestion extends Span {
  readonly mint: Address;
}

/**
 * The token accounts that a wallet had between two readings, as its own transactions name them; a sentence when these
 * transactions cannot be read. They name every account that the wallet had in between but not at the end, because the
 * wallet must have signed to give it away, to close it, or to let a delegate use it. Never throws an RpcError.
 */
async function findPassing(ledger: Ledger, question: PassingQuestion): Promise<readonly Address[] | string> {
  const { owner, mint } = question;
  const found = new Set<Address>();
  for await (const own of readBetween(ledger, question)) {
    if (typeof own === 'string') return own;
    for (const balance of [...own.read.before, ...own.read.after]) {
      if (balance.mint !== mint) continue;
      if (balance.owner === null) return `the node shows ${own.signature} without the owners of its token accounts`;
      const key = parseAddress(balance.key);
      if (key !== null && balance.owner === owner) found.add(key);
    }
  }
  return [...found];
}

export interface Investigation {
  readonly node: RpcNode;
  readonly mint: Address;
  /** The snapshot's slot. */
  readonly slot: number;
  readonly before: Reading | null;
  readonly after: Reading | null;
  /** Readings taken one after the other around the lock. */
  readonly near: readonly Reading[];
  /** Unix milliseconds. Wallets about which nothing is known by then are not judged. */
  readonly deadline: number;
  readonly now: () => number;
}

/** How many wallets are looked at side by side: providers limit calls. */
const PARALLEL = 8;
const NOT_IN_TIME: WalletFound = { kind: 'unreadable', why: NO_TIME };

interface Suspected extends Suspect {
  readonly accounts: readonly Address[];
}

/** An investigation, and where its transactions are read. */
interface Search extends Investigation {
  readonly ledger: Ledger;
}

/**
 * What each suspect held at the snapshot's slot and shortly after it, by the last transactions of its token accounts.
 * Where these show less than the list says, the wallet may have accounts that are in neither reading: its own
 * transactions are searched for them. Returns at the deadline at the latest, even if the node does not answer.
 */
export async function gatherEvidence(given: Investigation, suspects: readonly Suspect[]): Promise<Evidence> {
  const { node } = given;
  const of = { ...given, ledger: { node, readBalances: createReadBalances(node) } };
  const suspected = [...new Map(suspects.map((suspect) => [suspect.owner, suspect])).values()]
    .map((suspect): Suspected => ({ ...suspect, accounts: accountsIn(of, suspect.owner) }))
    // Anybody can open accounts for a wallet: a wallet with very many comes late, so that it delays no other.
    .toSorted((a, b) => a.accounts.length - b.accounts.length);
  const found = new Map<Address, WalletFound>();
  const lookAtEach = async () => {
    const tooLittle: [Suspected, AccountsFound][] = [];
    await inLanes(suspected, async (suspect) => {
      const accounts: AccountsFound = new Map();
      const shown = await lookAtAll(of, { ...suspect, found: accounts });
      if (isTooLittle(shown, suspect)) tooLittle.push([suspect, accounts]);
      else found.set(suspect.owner, shown);
    });
    await inLanes(tooLittle, async ([suspect, accounts]) => {
      found.set(suspect.owner, await lookFurther(of, suspect, accounts));
    });
  };
  await Promise.race([lookAtEach(), timeIsUp(of)]);
  return new Map(
    suspected.map(({ owner }) => {
      const told = found.get(owner) ?? NOT_IN_TIME;
      return [owner, told.kind === 'known' ? told : (heldNear(of, owner) ?? told)];
    }),
  );
}

/**
 * What a wallet held by the readings around the lock; used where its transactions do not tell. Anybody can add
 * transactions to an account, but nobody can change what it held. The list may have been read at the snapshot's slot or
 * up to `NEAR_SLOTS` later, and readings up to `NEAR_SLOTS` before or after this span count. Null when they show
 * different amounts, or do not enclose the span.
 */
function heldNear({ near, slot }: Investigation, owner: Address): WalletFound | null {
  const last = slot + NEAR_SLOTS;
  const around = near.filter((reading) => reading.slot >= slot - NEAR_SLOTS && reading.slot <= last + NEAR_SLOTS);
  const isThere = around.some((one) => one.slot <= slot) && around.some((one) => one.slot >= last);
  const [held, ...others] = around.map((reading) => heldAt(reading, owner));
  if (!isThere || held === undefined) return null;
  const isSame = others.every(({ free, frozen }) => free === held.free && frozen === held.frozen);
  return isSame ? { kind: 'known', held: [held] } : null;
}

async function inLanes<T>(all: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const lane = async () => {
    for (const one of queue) await each(one);
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
}

/** Resolves at the deadline, with a timer that does not keep the process running. */
function timeIsUp({ deadline, now }: Investigation): Promise<void> {
  const signal = AbortSignal.timeout(Math.max(0, deadline - now()));
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The wallet's accounts in the readings; if they show none, its associated account. */
function accountsIn({ before, after, mint }: Investigation, owner: Address): Address[] {
  const seen = accountsOf(
    owner,
    [before, after].filter((reading) => reading !== null),
  );
  return seen.length === 0 ? [godAccount(mint, owner)] : seen;
}

/** Whether every amount that the wallet may have held is less than the list says. */
function isTooLittle(shown: WalletFound, { claimed }: Suspect): boolean {
  return shown.kind === 'known' && shown.held.every(({ free }) => free < claimed);
}

async function lookFurther(of: Search, { owner }: Suspected, found: AccountsFound): Promise<WalletFound> {
  const { ledger, mint, slot, before, after, deadline, now } = of;
  if (before === null) return { kind: 'unreadable', why: 'what it had before the lock could not be read' };
  if (after === null) return { kind: 'unreadable', why: 'what it had after the lock could not be read' };
  const between = { from: Math.min(before.slot, slot), to: after.slot };
  const passing = await findPassing(ledger, { owner, mint, ...between, isLate: () => now() >= deadline });
  if (typeof passing === 'string') return { kind: 'unreadable', why: passing };
  return lookAtAll(of, { owner, accounts: passing.filter((key) => !found.has(key)), found });
}

type AccountsFound = Map<Address, AccountFound>;

interface ToLookAt {
  readonly owner: Address;
  readonly accounts: readonly Address[];
  /** What was found of each token account: `lookAtAll` adds to it. */
  readonly found: AccountsFound;
}

async function lookAtAll(of: Search, { owner, accounts, found }: ToLookAt): Promise<WalletFound> {
  const { ledger, mint, slot, before, after, deadline, now } = of;
  const since = before !== null && before.slot <= slot ? before.slot : null;
  for (const key of accounts) {
    if (now() >= deadline) return NOT_IN_TIME;
    const account = await lookAtAccount(ledger, { key, owner, mint, slot, since });
    found.set(key, account);
    if (account.kind === 'unreadable') break;
  }
  return amountAtSlot({ owner, slot, before, after, found });
}
