import type { PublicConfig } from '../../src/contract/config.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { TRANSFER_FEE_BASIS_POINTS, UNITS_PER_GOD } from '../../src/money/god.ts';
import { groupText } from '../../src/money/groupText.ts';
import { feeText } from '../format/rulesSentences.ts';

type Standing = Pick<WalletCheck, 'address' | 'balanceUnits' | 'isEligible' | 'rank'>;
type Rules = Pick<PublicConfig, 'threshold' | 'exclusions' | 'transferFee'>;

/** Base units that a wallet lacks to be in the draw; null when it is in, holds enough, or is excluded. */
export function shortage(wallet: Standing, { threshold, exclusions }: Rules): bigint | null {
  const missing = BigInt(threshold) - BigInt(wallet.balanceUnits);
  const isExcluded = exclusions.some(({ address }) => address === wallet.address);
  // A holder without a rank is excluded, even if this page does not know the newest exclusions.
  const isUnranked = wallet.rank === null && BigInt(wallet.balanceUnits) > 0n;
  return wallet.isEligible || isExcluded || isUnranked || missing <= 0n ? null : missing;
}

/** Base units as whole GOD, rounded up: with that much more a wallet has enough. */
export function wholeGodText(units: bigint): string {
  return groupText(String((units + UNITS_PER_GOD - 1n) / UNITS_PER_GOD));
}

/** How much GOD is missing, and how much to buy so that what is missing arrives. */
export function shortageText(missing: bigint, { transferFee }: Pick<Rules, 'transferFee'>): string {
  const basisPoints = transferFee?.basisPoints ?? TRANSFER_FEE_BASIS_POINTS;
  const needed = `You need ${wholeGodText(missing)} more GOD.`;
  if (basisPoints === 0) return needed;
  // Before the mint is read, its largest fee is not known, and the text assumes that the fee has no limit.
  const maximumFee = transferFee === null ? missing * 10_000n : BigInt(transferFee.maximumFee);
  const toBuy = amountToBuy(missing, { basisPoints, maximumFee });
  return `${needed} The token keeps ${feeText(basisPoints)} of every transfer, so buy at least ${groupText(String(toBuy))}.`;
}

/** The token's fee on a transfer, from the mint: hundredths of a percent, and the largest fee in base units. */
export interface TransferFee {
  readonly basisPoints: number;
  readonly maximumFee: bigint;
}

const BASIS = 10_000n;

/** What is withheld of a transfer, base units. Rounds up, as the token program does. */
export function feeOf(units: bigint, { basisPoints, maximumFee }: TransferFee): bigint {
  const fee = (units * BigInt(basisPoints) + BASIS - 1n) / BASIS;
  return fee < maximumFee ? fee : maximumFee;
}

/** The fewest whole GOD to buy so that at least `units` base units arrive after the fee. */
export function amountToBuy(units: bigint, fee: TransferFee): bigint {
  const left = BASIS - BigInt(fee.basisPoints);
  const capped = units + fee.maximumFee;
  // Above the largest fee, every further unit arrives in full.
  const least = left > 0n ? smaller((units * BASIS + left - 1n) / left, capped) : capped;
  return (least + UNITS_PER_GOD - 1n) / UNITS_PER_GOD;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
