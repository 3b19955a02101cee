import { basisPointsOf } from './percentage.ts';
import type { DistributionWallet } from './wallet.ts';

export interface DistributionLine {
  readonly walletId: string;
  readonly address: string;
  readonly label: string;
  /** Base units: lamports, or GOD base units. */
  readonly amount: bigint;
  /** Percent, as configured. */
  readonly percentage: number;
}

/** What a distribution needs to know of a wallet. */
type Receiver = Pick<DistributionWallet, 'id' | 'address' | 'label' | 'percentage' | 'isActive'>;

export interface Distribution {
  readonly lines: readonly DistributionLine[];
  /** Base units that the split left over: the first wallet with a share has them. Without any share: the total. */
  readonly remainder: bigint;
}

/**
 * Splits `total` base units over the active wallets, in their order. Each line is rounded down, and the first wallet
 * with a share takes the remainder, so the lines add up to `total`. The divisor is the sum of the shares, because that
 * sum may be a basis point off 100%. Without any share there are no lines. Throws a RangeError for a negative total or
 * an invalid percentage.
 */
export function distribute(total: bigint, wallets: readonly Receiver[]): Distribution {
  if (total < 0n) throw new RangeError('a distribution needs an amount of at least 0');
  const active = wallets.filter((wallet) => wallet.isActive).map((wallet) => ({ wallet, share: shareOf(wallet) }));
  const shares = active.reduce((sum, { share }) => sum + share, 0n);
  if (shares === 0n) return { lines: [], remainder: total };
  const amounts = active.map(({ share }) => (total * share) / shares);
  const remainder = total - amounts.reduce((sum, amount) => sum + amount, 0n);
  const first = active.findIndex(({ share }) => share > 0n);
  const lines = active.map(({ wallet: { id, address, label, percentage } }, index) => ({
    walletId: id,
    address,
    label,
    amount: (amounts[index] ?? 0n) + (index === first ? remainder : 0n),
    percentage,
  }));
  return { lines, remainder };
}

function shareOf({ label, percentage }: Receiver): bigint {
  const share = basisPointsOf(percentage);
  if (share === null || share < 0) throw new RangeError(`${percentage} is not a percentage (wallet ${label})`);
  return BigInt(share);
}

/**
 * Estimates what each active wallet would receive in `days` days, if each day paid out as much tax as an average day of
 * the last `past` days. In those `past` days `units` base units were paid out in all.
 */
export function forecast(
  { units, past }: { readonly units: bigint; readonly past: number },
  days: number,
  wallets: readonly DistributionWallet[],
): readonly DistributionLine[] {
  return distribute((units * BigInt(days)) / BigInt(past), wallets).lines;
}
