import type { PublicConfig } from '../../src/contract/config.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { TRANSFER_FEE_BASIS_POINTS, UNITS_PER_GOD } from '../../src/money/god.ts';
import { groupText } from '../../src/money/groupText.ts';
import { feeText } from '../format/rulesSentences.ts';

type Standing = Pick<WalletCheck, 'address' | 'balanceUnits' | 'isEligible' | 'rank'>;
type Rules = Pick<PublicConfig, 'threshold' | 'exclusions' | 'transferFee'>;

/** How many base units a wallet lacks to be in the draw; null when it lacks none or is excluded. */
export function shortage(wallet: Standing, { threshold, exclusions }: Rules): bigint | null {
  const missing = BigInt(threshold) - BigInt(wallet.balanceUnits);
  const isExcluded = exclusions.some(({ address }) => address === wallet.address);
  // A holder without a rank is excluded, even if the page's list of exclusions does not name it.
  const isUnranked = wallet.rank === null && BigInt(wallet.balanceUnits) > 0n;
  return wallet.isEligible || isExcluded || isUnranked || missing <= 0n ? null : missing;
}

/** Base units as whole GOD, rounded up. */
export function wholeGodText(units: bigint): string {
  return groupText(String((units + UNITS_PER_GOD - 1n) / UNITS_PER_GOD));
}

/** How much GOD is missing, and how much to buy so that this much arrives after the token's fee. */
export function shortageText(missing: bigint, { transferFee }: Pick<Rules, 'transferFee'>): string {
  const basisPoints = transferFee?.basisPoints ?? TRANSFER_FEE_BASIS_POINTS;
  const needed = `You need ${wholeGodText(missing)} more GOD.`;
  if (basisPoints === 0) return needed;
  // While the token's largest fee is not known, the text assumes a fee without a limit.
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
  // Once the fee has reached its maximum, every further unit arrives in full.
  const least = left > 0n ? smaller((units * BASIS + left - 1n) / left, capped) : capped;
  return (least + UNITS_PER_GOD - 1n) / UNITS_PER_GOD;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
