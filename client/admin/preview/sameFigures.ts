import type { Preview } from '../../../src/contract/distribution.ts';
import { distribute } from '../../../src/distribution/distribute.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

/** Whether the server's preview gives every wallet exactly the same as this page. */
export function sameFigures(
  { totalUnits, distributions }: Preview,
  units: bigint,
  wallets: readonly DistributionWallet[],
): boolean {
  const { lines } = distribute(units, wallets);
  return (
    BigInt(totalUnits) === units &&
    lines.length === distributions.length &&
    lines.every(({ walletId, amount }, index) => {
      const theirs = distributions[index];
      return theirs?.walletId === walletId && BigInt(theirs.units) === amount;
    })
  );
}
