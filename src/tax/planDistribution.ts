import { type DistributionLine, distribute } from '../distribution/distribute.ts';
import type { DistributionWallet } from '../distribution/wallet.ts';

/**
 * The most lines in one part of a distribution. A transaction has room for about 19 lines of SOL, or for 8 lines of GOD
 * that also create the receivers' accounts.
 */
export const LINES_A_PART = { SOL: 15, GOD: 8 } as const;

export interface PlanInput {
  readonly currency: 'SOL' | 'GOD';
  /** Base units: the lamports that the finalized swap brought, before any fee; or the GOD at hand. */
  readonly proceeds: bigint;
  /** Lamports from the cycle before, possibly below 0. Not used for GOD. */
  readonly carriedIn: bigint;
  /** Lamports of network fees that this cycle has paid so far. If SOL is distributed, they come out of the proceeds. */
  readonly feesPaid: bigint;
  /** The network fee of each part of the distribution, lamports. */
  readonly feePerPart: bigint;
  readonly wallets: readonly DistributionWallet[];
}

export interface PlannedLine extends DistributionLine {
  readonly part: number;
}

export interface DistributionPlan {
  /** The sum of the lines. 0 when fees took everything, or when no wallet has a share. */
  readonly total: bigint;
  /** All network fees of the cycle, lamports. */
  readonly fees: bigint;
  readonly parts: number;
  readonly lines: readonly PlannedLine[];
  /**
   * If the currency is SOL and there are no lines: the lamports that are left for the next cycle, possibly below 0.
   * Otherwise 0.
   */
  readonly leftOver: bigint;
}

/**
 * Splits the proceeds as the pinned configuration says. If SOL is distributed, the lines add up to exactly the proceeds
 * plus `carriedIn`, less all network fees of the cycle. If GOD is distributed, they add up to the proceeds. A wallet
 * without a share gets no line. The first line gets the remainder.
 */
export function planDistribution(input: PlanInput): DistributionPlan {
  const { currency, proceeds, carriedIn, feesPaid, feePerPart, wallets } = input;
  const receivers = wallets.filter((wallet) => wallet.isActive && wallet.percentage > 0);
  const inSol = currency === 'SOL';
  const parts = Math.ceil(receivers.length / LINES_A_PART[currency]);
  const fees = feesPaid + feePerPart * BigInt(parts);
  const total = inSol ? proceeds + carriedIn - fees : proceeds;
  if (total <= 0n || parts === 0) {
    return { total: 0n, fees: feesPaid, parts: 0, lines: [], leftOver: inSol ? proceeds + carriedIn - feesPaid : 0n };
  }
  const lines = distribute(total, receivers)
    .lines.map((line, index) => ({ ...line, part: Math.floor(index / LINES_A_PART[currency]) }))
    // A small share of a tiny total may round down to nothing.
    .filter((line) => line.amount > 0n);
  return { total, fees, parts, lines, leftOver: 0n };
}

/**
 * Whether a line of `amount` lamports leaves its receiver with as much as an account must hold: a transfer that leaves
 * less makes its whole transaction fail.
 */
export function isAboveRent(amount: bigint, balance: bigint, rentMinimum: bigint): boolean {
  return balance + amount >= rentMinimum;
}
