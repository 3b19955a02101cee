import { type DistributionLine, distribute } from './distribute.ts';
import type { DistributionWallet } from './wallet.ts';

/**
 * An estimate: what each active wallet would receive in `days`, if the tax went on as in the `past` days. In those,
 * cycles paid `units` base units in all, split by `wallets`. The total is rounded down to a whole unit before the
 * split.
 */
export function forecast(
  { units, past }: { readonly units: bigint; readonly past: number },
  days: number,
  wallets: readonly DistributionWallet[],
): readonly DistributionLine[] {
  return distribute((units * BigInt(days)) / BigInt(past), wallets).lines;
}
