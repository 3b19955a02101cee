import type { PublicConfig } from '../../src/contract/config.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { TRANSFER_FEE_BASIS_POINTS, UNITS_PER_GOD } from '../../src/money/god.ts';
import { groupText } from '../format/countText.ts';
import { feeText } from '../format/rulesText.ts';
import { amountToBuy } from './amountToBuy.ts';

type Standing = Pick<WalletCheck, 'address' | 'balanceUnits' | 'isEligible' | 'rank'>;
type Rules = Pick<PublicConfig, 'threshold' | 'exclusions' | 'transferFee'>;

/** Base units that a wallet lacks to be in the draw; null where more GOD would not bring it in, or not now. */
export function shortage(wallet: Standing, { threshold, exclusions }: Rules): bigint | null {
  const missing = BigInt(threshold) - BigInt(wallet.balanceUnits);
  const isExcluded = exclusions.some(({ address }) => address === wallet.address);
  // A holder without a rank is excluded, also where this page does not know the newest list.
  const isUnranked = wallet.rank === null && BigInt(wallet.balanceUnits) > 0n;
  return wallet.isEligible || isExcluded || isUnranked || missing <= 0n ? null : missing;
}

/** Base units as whole GOD, rounded up: who has that much more has enough. */
export function wholeGodText(units: bigint): string {
  return groupText(String((units + UNITS_PER_GOD - 1n) / UNITS_PER_GOD));
}

/** How much GOD is missing, and how much to buy so that it arrives. */
export function shortageText(missing: bigint, { transferFee }: Pick<Rules, 'transferFee'>): string {
  const basisPoints = transferFee?.basisPoints ?? TRANSFER_FEE_BASIS_POINTS;
  const needed = `You need ${wholeGodText(missing)} more GOD.`;
  if (basisPoints === 0) return needed;
  // Before the mint has been read nothing is known of a largest fee: as if there were none.
  const maximumFee = transferFee === null ? missing * 10_000n : BigInt(transferFee.maximumFee);
  const toBuy = amountToBuy(missing, { basisPoints, maximumFee });
  if (toBuy === null) return needed;
  return `${needed} The token keeps ${feeText(basisPoints)} of every transfer, so buy at least ${groupText(String(toBuy))}.`;
}
