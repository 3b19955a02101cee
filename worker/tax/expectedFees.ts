import { LAMPORTS_PER_SIGNATURE } from '../../src/money/networkFee.ts';
import { LINES_A_PART } from '../../src/tax/planDistribution.ts';
import type { TaxCurrency } from '../store/rows/taxRows.ts';

/** The fee of a swap: one signature, and 600,000 compute units at 0.01 lamports, as in both exchanges' transactions. */
const SWAP_LAMPORTS = LAMPORTS_PER_SIGNATURE + 6_000n;
/** The withdrawal is signed by the tax authority as well. */
const WITHDRAWAL_SIGNATURES = 2n;

export interface ExpectedCycle {
  readonly currency: TaxCurrency;
  /** Transactions that harvest. */
  readonly harvests: number;
  readonly receivers: number;
}

/** The network fees of a cycle in lamports, if the first attempt of each of its transactions lands. */
export function expectedFees({ currency, harvests, receivers }: ExpectedCycle): bigint {
  const parts = Math.max(1, Math.ceil(receivers / LINES_A_PART[currency]));
  const signatures = BigInt(harvests) + WITHDRAWAL_SIGNATURES + BigInt(parts);
  return signatures * LAMPORTS_PER_SIGNATURE + (currency === 'SOL' ? SWAP_LAMPORTS : 0n);
}
