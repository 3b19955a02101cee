import { UNITS_PER_GOD } from '../../src/money/god.ts';

/** The token's fee on a transfer, as the mint says: hundredths of a percent, and the most it takes in base units. */
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

/** The fewest whole GOD to buy so that at least `units` base units arrive after the fee; null where nothing arrives. */
export function amountToBuy(units: bigint, fee: TransferFee): bigint | null {
  const left = BASIS - BigInt(fee.basisPoints);
  const capped = units + fee.maximumFee;
  // Above the largest fee each further unit arrives whole.
  const least = left > 0n ? smaller((units * BASIS + left - 1n) / left, capped) : capped;
  const whole = (least + UNITS_PER_GOD - 1n) / UNITS_PER_GOD;
  const bought = whole * UNITS_PER_GOD;
  return bought - feeOf(bought, fee) >= units ? whole : null;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
