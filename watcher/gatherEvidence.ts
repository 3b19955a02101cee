import type { Address } from '../src/address/address.ts';
import { type AccountFound, accountsOf, amountAtSlot, type WalletFound } from '../src/witness/amountAtSlot.ts';
import type { Evidence } from '../src/witness/collectFacts.ts';
import type { Held, Reading } from '../src/witness/Reading.ts';
import { godAccount } from '../worker/chain/godAccount.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';
import { findPassing } from './findPassing.ts';
import { lookAtAccount } from './lookAtAccount.ts';

/** What the suspects' transactions are read for. */
export interface Investigation {
  readonly node: RpcNode;
  readonly mint: Address;
  /** The snapshot's slot. */
  readonly slot: number;
  readonly before: Reading | null;
  readonly after: Reading | null;
  /** Unix milliseconds: what is not known by then is not judged. */
  readonly deadline: number;
  readonly now: () => number;
}

/** Wallets looked at at once: providers count. How many there are in all is bounded by the time alone. */
const PARALLEL = 8;
const NO_TIME: WalletFound = { kind: 'unreadable', why: 'there was no time' };

/** A wallet to look at, and what the list says that it held, base units; 0 for one that is not in it. */
export interface Claim {
  readonly owner: Address;
  readonly amount: bigint;
}

interface Suspected extends Claim {
  readonly accounts: readonly Address[];
}

/**
 * Reads the last transactions of each suspect's token accounts: two or three calls an account. Who is said to have held
 * more than they show is asked for more accounts, which neither reading knows. Returns at the deadline at the latest, also
 * when the node is still silent then.
 */
export async function gatherEvidence(of: Investigation, suspects: readonly Claim[]): Promise<Evidence> {
  const suspected = [...new Map(suspects.map((claim) => [claim.owner, claim])).values()]
    .map((claim): Suspected => ({ ...claim, accounts: accountsIn(of, claim.owner) }))
    // Anybody can open accounts for a wallet. One with very many of them keeps no other one waiting.
    .toSorted((a, b) => a.accounts.length - b.accounts.length);
  const found = new Map<Address, WalletFound>();
  const queue = suspected.values();
  const lane = async () => {
    for (const suspect of queue) found.set(suspect.owner, await investigate(of, suspect));
  };
  await Promise.race([Promise.all(Array.from({ length: PARALLEL }, lane)), timeIsUp(of)]);
  return new Map(suspected.map(({ owner }) => [owner, found.get(owner) ?? NO_TIME]));
}

/** Keeps no process alive. */
function timeIsUp({ deadline, now }: Investigation): Promise<void> {
  const signal = AbortSignal.timeout(Math.max(0, deadline - now()));
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The wallet's accounts in either reading; without any, its associated account. */
function accountsIn({ before, after, mint }: Investigation, owner: Address): Address[] {
  const seen = accountsOf(
    owner,
    [before, after].filter((reading) => reading !== null),
  );
  return seen.length === 0 ? [godAccount(mint, owner)] : seen;
}

async function investigate(of: Investigation, { owner, amount, accounts }: Suspected): Promise<WalletFound> {
  const found = new Map<Address, AccountFound>();
  const shown = await lookAtAll(of, { owner, accounts, found });
  if (shown.kind !== 'known' || !isTooLittle(shown.held, amount)) return shown;
  const { node, mint, before, after } = of;
  if (after === null) return { kind: 'unreadable', why: 'what it had after the lock could not be read' };
  const passing = await findPassing(node, { owner, mint, from: before?.slot ?? 0, to: after.slot });
  if (typeof passing === 'string') return { kind: 'unreadable', why: passing };
  return lookAtAll(of, { owner, accounts: passing.filter((key) => !found.has(key)), found });
}

/** Neither amount that it may have held is the claimed one, and one of them is smaller. */
function isTooLittle(held: readonly Held[], amount: bigint): boolean {
  return held.every(({ free }) => free !== amount) && held.some(({ free }) => free < amount);
}

interface ToLookAt {
  readonly owner: Address;
  readonly accounts: readonly Address[];
  /** By token account: filled here. */
  readonly found: Map<Address, AccountFound>;
}

async function lookAtAll(of: Investigation, { owner, accounts, found }: ToLookAt): Promise<WalletFound> {
  const { node, mint, slot, before, after, deadline, now } = of;
  const since = before !== null && before.slot <= slot ? before.slot : null;
  for (const key of accounts) {
    if (now() >= deadline) return NO_TIME;
    const account = await lookAtAccount(node, { key, owner, mint, slot, since });
    found.set(key, account);
    if (account.kind === 'unreadable') break;
  }
  return amountAtSlot({ owner, slot, before, after, found });
}
