import { parseAddress } from '../address/address.ts';
import { isReservedKey } from '../address/reservedKeys.ts';
import { isPrintableLabel } from './label.ts';
import { activeBasisPoints, basisPointsOf, isWhole, percentOf } from './percentage.ts';
import { type DistributionWallet, MAX_WALLETS } from './wallet.ts';

/** One broken rule; `problemText` has its sentence. */
export type DistributionProblem =
  | { readonly kind: 'no-active-wallet' }
  | { readonly kind: 'negative-percentage'; readonly label: string }
  | { readonly kind: 'percentage-over-100'; readonly label: string }
  | { readonly kind: 'percentage-decimals'; readonly label: string }
  | { readonly kind: 'total-not-100'; readonly percent: number }
  | { readonly kind: 'invalid-address'; readonly label: string; readonly address: string }
  | { readonly kind: 'reserved-address'; readonly label: string; readonly address: string }
  | { readonly kind: 'admin-count' }
  | { readonly kind: 'duplicate-address'; readonly address: string }
  | { readonly kind: 'invalid-label'; readonly label: string }
  | { readonly kind: 'invalid-id' }
  | { readonly kind: 'duplicate-id'; readonly id: string }
  | { readonly kind: 'too-many-wallets' }
  | { readonly kind: 'admin-removed' }
  | { readonly kind: 'admin-deactivated' }
  /** The percent that the pool would get, and the least that it must get. */
  | { readonly kind: 'pool-below-floor'; readonly percent: number; readonly least: number }
  /** Why an address must not be paid, according to the chain. */
  | { readonly kind: 'unpayable-address'; readonly label: string; readonly sentence: string };

/** Checks the rules about percentages, which also hold for a preview. */
export function validatePercentages(
  wallets: readonly Pick<DistributionWallet, 'label' | 'percentage' | 'isActive'>[],
): DistributionProblem[] {
  const problems: DistributionProblem[] = [];
  if (!wallets.some((wallet) => wallet.isActive)) problems.push({ kind: 'no-active-wallet' });
  for (const { label, percentage } of wallets) {
    if (percentage < 0) problems.push({ kind: 'negative-percentage', label });
    else if (percentage > 100) problems.push({ kind: 'percentage-over-100', label });
    else if (basisPointsOf(percentage) === null) problems.push({ kind: 'percentage-decimals', label });
  }
  const total = activeBasisPoints(wallets);
  if (wallets.some((wallet) => wallet.isActive) && !isWhole(total))
    problems.push({ kind: 'total-not-100', percent: percentOf(total) });
  return problems;
}

/** Checks every rule of a full configuration. Returns all problems, in the order in which they are shown. */
export function validateConfiguration(wallets: readonly DistributionWallet[]): DistributionProblem[] {
  return [
    ...(wallets.length > MAX_WALLETS ? [{ kind: 'too-many-wallets' } as const] : []),
    ...validatePercentages(wallets),
    ...wallets.flatMap(walletProblems),
    ...(wallets.filter((wallet) => wallet.isAdmin && wallet.isActive).length === 1
      ? []
      : [{ kind: 'admin-count' } as const]),
    ...repeated(wallets.filter((wallet) => wallet.isActive).map((wallet) => wallet.address)).map(
      (address) => ({ kind: 'duplicate-address', address }) as const,
    ),
    ...repeated(wallets.map((wallet) => wallet.id)).map((id) => ({ kind: 'duplicate-id', id }) as const),
  ];
}

function walletProblems({ id, label, address }: DistributionWallet): DistributionProblem[] {
  const parsed = parseAddress(address);
  return [
    ...(isPrintableLabel(label) ? [] : [{ kind: 'invalid-label', label } as const]),
    ...(parsed === null
      ? [{ kind: 'invalid-address', label, address } as const]
      : isReservedKey(parsed)
        ? [{ kind: 'reserved-address', label, address } as const]
        : []),
    ...(/^[\w-]{1,64}$/.test(id) ? [] : [{ kind: 'invalid-id' } as const]),
  ];
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
