import { describeChanges, diffWallets } from './diffWallets.ts';
import { percentOf, percentText } from './percentage.ts';
import { poolBasisPoints } from './poolShare.ts';
import type { DistributionWallet } from './wallet.ts';

/** At most this many new receivers are named, because the message must fit into a chat. */
const MOST_NAMED = 6;

type Wallets = readonly DistributionWallet[];

/**
 * The difference between two versions, for people who watch the tax: what changed, which addresses are new, and the
 * pool's share before and after. `pool` is the pool's address.
 */
export function describeShift(before: Wallets, after: Wallets, pool: string): string {
  const known = new Set(before.map(({ address }) => address));
  const strangers = after.filter(({ address, isActive }) => isActive && !known.has(address));
  const more = strangers.length - MOST_NAMED;
  const [was, is] = [before, after].map((wallets) => percentText(percentOf(poolBasisPoints(wallets, pool))));
  return [
    `${describeChanges(diffWallets(before, after))}.`,
    ...strangers
      .slice(0, MOST_NAMED)
      .map(({ address, percentage }) => `New receiver: ${address} (${percentText(percentage)}).`),
    ...(more > 0 ? [`And ${more} more new ${more === 1 ? 'receiver' : 'receivers'}.`] : []),
    was === is ? `The pool’s share stays ${is}.` : `The pool’s share: ${was} → ${is}.`,
  ].join(' ');
}
