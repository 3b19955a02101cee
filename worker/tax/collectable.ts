import type { Address } from '../../src/address/address.ts';
import { readMintAt } from '../chain/accounts/readMint.ts';
import { readTokenAmount } from '../chain/accounts/readTokenAmount.ts';
import { readWithheld } from '../chain/accounts/readWithheld.ts';
import type { RpcNode } from '../chain/node/rpcNode.ts';
import type { TaxContext } from './context.ts';

/** What a tax cycle could collect. Amounts are GOD base units. */
export interface Collectable {
  /** Accounts with withheld fees, the fullest first; not more than a node's reading contains. */
  readonly accounts: readonly { readonly account: Address; readonly withheld: bigint }[];
  readonly inMint: bigint;
  /** In the tax wallet already. */
  readonly unsold: bigint;
}

export const withheldOf = ({ accounts, inMint }: Collectable): bigint =>
  accounts.reduce((sum, { withheld }) => sum + withheld, inMint);

/** Whether it is everything that was seen except 1%: trades add fees between two looks. */
export const isNearlyAll = (found: Collectable, seen: Collectable): boolean =>
  100n * (withheldOf(found) + found.unsold) >= 99n * (withheldOf(seen) + seen.unsold);

/** The figures as one node sees them. */
export async function seeCollectable(
  { settings, ownAccount }: Pick<TaxContext, 'settings' | 'ownAccount'>,
  node: RpcNode,
): Promise<Collectable> {
  const { accounts } = await readWithheld(node, settings.mint);
  const [{ withheld: inMint }, unsold] = await Promise.all([
    readMintAt(node, { mint: settings.mint, commitment: 'confirmed', epoch: null }),
    readTokenAmount(node, ownAccount),
  ]);
  return { accounts, inMint, unsold };
}

/**
 * What enough nodes confirm, each figure by itself: for every account, the amount that at least `enough` nodes see in
 * it. One node that invents fees adds nothing. One that leaves some out takes nothing away as long as enough others see
 * them. A node that names an account twice counts once.
 */
export function confirmedBy(views: readonly Collectable[], enough: number): Collectable {
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
  return { accounts, inMint: least(views.map((view) => view.inMint)), unsold: least(views.map((view) => view.unsold)) };
}

const descending = (a: bigint, b: bigint) => (a < b ? 1 : a > b ? -1 : 0);
