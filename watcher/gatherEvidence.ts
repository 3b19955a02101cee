import type { Address } from '../src/address/address.ts';
import { type AccountFound, accountsOf, amountAtSlot, type WalletFound } from '../src/witness/amountAtSlot.ts';
import type { Evidence } from '../src/witness/collectFacts.ts';
import type { Reading } from '../src/witness/Reading.ts';
import { godAccount } from '../worker/chain/godAccount.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';
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

/** Token accounts looked at for one round, and at once: providers count. */
const MOST_ACCOUNTS = 300;
const PARALLEL = 4;
const TOO_MANY = 'more wallets differ than are looked at in one round';

/** Reads the last transactions of each suspect's token accounts: two or three calls an account. */
export async function gatherEvidence(of: Investigation, suspects: readonly Address[]): Promise<Evidence> {
  const evidence = new Map<Address, WalletFound>();
  const queue = [...new Set(suspects)];
  let left = MOST_ACCOUNTS;
  const lane = async () => {
    for (let owner = queue.shift(); owner !== undefined; owner = queue.shift()) {
      const accounts = accountsIn(of, owner);
      left -= accounts.length;
      const isLate = of.now() >= of.deadline;
      if (left < 0 || isLate) evidence.set(owner, { kind: 'unreadable', why: isLate ? 'there was no time' : TOO_MANY });
      else evidence.set(owner, await investigate(of, owner, accounts));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return evidence;
}

/** One that was opened and closed between the readings can only be the wallet's associated account. */
function accountsIn({ before, after, mint }: Investigation, owner: Address): Address[] {
  const seen = accountsOf(
    owner,
    [before, after].filter((reading) => reading !== null),
  );
  return seen.length === 0 ? [godAccount(mint, owner)] : seen;
}

async function investigate(of: Investigation, owner: Address, accounts: readonly Address[]): Promise<WalletFound> {
  const { node, mint, slot, before, after } = of;
  const since = before !== null && before.slot <= slot ? before.slot : null;
  const found = new Map<Address, AccountFound>();
  for (const key of accounts) {
    const account = await lookAtAccount(node, { key, owner, mint, slot, since });
    found.set(key, account);
    if (account.kind === 'unreadable') break;
  }
  return amountAtSlot({ owner, slot, before, after, found });
}
