import type { Address } from '../../src/address/address.ts';
import { readHarvested } from '../chain/accounts/readMint.ts';
import { readTokenAmount } from '../chain/accounts/readTokenAmount.ts';
import { readWithheld } from '../chain/accounts/readWithheld.ts';
import type { RpcNode } from '../chain/node/rpcNode.ts';
import type { TaxContext } from './context.ts';

/** What a tax cycle could collect. Amounts are GOD base units. */
export interface Collectable {
  /** A confirmed slot: what is signed after this reading lands in a later slot. */
  readonly slot: number;
  /** Accounts with withheld fees, the fullest first. One node's reading has at most `MAX_FULLEST` of them. */
  readonly accounts: readonly { readonly account: Address; readonly withheld: bigint }[];
  readonly inMint: bigint;
  /** In the tax wallet already. */
  readonly unsold: bigint;
}

export const withheldOf = ({ accounts, inMint }: Collectable): bigint =>
  accounts.reduce((sum, { withheld }) => sum + withheld, inMint);

/** Whether `found` is at least 99% of what one node has seen: it may have looked later, after more trades. */
export const isNearlyAll = (found: Collectable, seen: Collectable): boolean =>
  100n * (withheldOf(found) + found.unsold) >= 99n * (withheldOf(seen) + seen.unsold);

/** Whether one of two looks found more than twice as much as the other. A few seconds of trades do not explain that. */
export function isFarFrom(one: Collectable, other: Collectable): boolean {
  const [a, b] = [one, other].map((seen) => withheldOf(seen) + seen.unsold) as [bigint, bigint];
  return a > 2n * b || b > 2n * a;
}

/** The figures as one node sees them. */
export async function seeCollectable(
  { settings, ownAccount }: Pick<TaxContext, 'settings' | 'ownAccount'>,
  node: RpcNode,
): Promise<Collectable> {
  const { slot, accounts } = await readWithheld(node, settings.mint);
  const [inMint, unsold] = await Promise.all([readHarvested(node, settings.mint), readTokenAmount(node, ownAccount)]);
  return { slot, accounts, inMint, unsold };
}

/**
 * What enough nodes confirm, each figure by itself: for every account, the amount that at least `enough` nodes see in
 * it. A node that alone invents fees adds nothing. A node that leaves fees out takes nothing away while enough others
 * see those fees. Null while fewer than `enough` nodes are near the same slot.
 */
export function confirmedBy(views: readonly Collectable[], enough: number): Collectable | null {
  const slot = slotOf(views, enough);
  if (slot === null) return null;
  const least = (amounts: readonly bigint[]): bigint => amounts.toSorted(descending)[enough - 1] ?? 0n;
  const seen = new Map<Address, bigint[]>();
  for (const { accounts } of views) {
    const once = new Map(accounts.map(({ account, withheld }) => [account, withheld]));
    for (const [account, withheld] of once) seen.set(account, [...(seen.get(account) ?? []), withheld]);
  }
  const accounts = [...seen]
    .map(([account, amounts]) => ({ account, withheld: least(amounts) }))
    .filter(({ withheld }) => withheld > 0n)
    .sort((a, b) => descending(a.withheld, b.withheld));
  return {
    slot,
    accounts,
    inMint: least(views.map((view) => view.inMint)),
    unsold: least(views.map((view) => view.unsold)),
  };
}

/** Ten minutes at 400 ms a slot. The figures of a node that is further behind are too old. */
const SLOTS_APART = 1_500;

/**
 * The lowest slot of `enough` views that are close to each other; null when there are none. At least one of these views
 * is honest. So the chain has reached this slot, and the slot is at most ten minutes older than an honest view: the tax
 * wallet's history since this slot is short enough to be read.
 */
function slotOf(views: readonly Collectable[], enough: number): number | null {
  const slots = views.map(({ slot }) => slot).toSorted((a, b) => b - a);
  const lowest = slots.slice(enough - 1);
  return lowest.find((slot, i) => (slots[i] ?? 0) - slot <= SLOTS_APART) ?? null;
}

const descending = (a: bigint, b: bigint) => (a < b ? 1 : a > b ? -1 : 0);
