import type { TaxCycleAnswer, TaxReport } from '../../src/contract/tax.ts';

/** The sums of one cycle, in base units of its currency. */
interface CycleSums {
  /** For a cycle in SOL: the lamports that the swap brought. For a cycle in GOD: the amount to distribute. */
  readonly received: bigint;
  /** The lamports that the cycle before left over; below 0 when it spent more than it had. 0 for a cycle in GOD. */
  readonly carriedIn: bigint;
  readonly paid: bigint;
  /** The sum of the lines that are neither paid nor failed. */
  readonly due: bigint;
  /** The network fees that were paid from `received`. 0 for a cycle in GOD: the tax wallet's own SOL pays its fees. */
  readonly fees: bigint;
  /** What is left for the next cycle: for a cycle in SOL, the server's amount if known; else what the sums leave. */
  readonly carriedOut: bigint;
  /** Whether received + carried in = paid + due + fees + carried out. */
  readonly isExact: boolean;
}

/** A cycle's books; null before its distribution is planned. */
export function cycleSums({ currency, total, lines, ...cycle }: TaxCycleAnswer): CycleSums | null {
  if (total === null) return null;
  const inSol = currency === 'SOL';
  const sumOf = (status: 'SUCCESS' | 'pending') =>
    sum(lines.filter((line) => line.status === status).map((line) => line.units));
  const received = inSol ? BigInt(cycle.proceedsLamports ?? 0) : BigInt(total.units);
  const carriedIn = inSol ? BigInt(cycle.carriedInLamports ?? 0) : 0n;
  const fees = inSol ? BigInt(cycle.feesLamports ?? 0) : 0n;
  const [paid, due] = [sumOf('SUCCESS'), sumOf('pending')];
  const left = received + carriedIn - paid - due - fees;
  const carriedOut = inSol && cycle.carriedOutLamports !== null ? BigInt(cycle.carriedOutLamports) : left;
  return { received, carriedIn, paid, due, fees, carriedOut, isExact: carriedOut === left };
}

interface TotalSums {
  readonly received: bigint;
  readonly distributed: bigint;
  readonly fees: bigint;
  /**
   * What was received, less what was distributed or spent on fees. Below 0 when the tax wallet paid fees from its
   * own SOL.
   */
  readonly rest: bigint;
  /** Whether `rest` is what the newest ended cycle in SOL left over, less the fees of distributions in GOD. */
  readonly isExplained: boolean;
}

/** The books over all ended cycles, and whether the listed cycles agree with them. */
export function totalSums({ totals, cycles }: TaxReport): TotalSums {
  const received = BigInt(totals.received.units);
  const distributed = BigInt(totals.distributed.units);
  const fees = BigInt(totals.fees.units);
  const rest = received - distributed - fees;
  // `fees` contains the fees of distributions in GOD, which were not paid from `received`.
  const inGod = cycles.filter((cycle) => hasEnded(cycle) && cycle.currency === 'GOD');
  const ofGod = sum(inGod.map(({ feesLamports }) => feesLamports ?? '0'));
  return { received, distributed, fees, rest, isExplained: rest === carriedOver(cycles) - ofGod };
}

/**
 * The lamports that the newest ended cycle in SOL left for the next one; below 0 when it spent more than it had.
 * `cycles` begins with the newest.
 */
export function carriedOver(cycles: readonly TaxCycleAnswer[]): bigint {
  const last = cycles.find((cycle) => hasEnded(cycle) && cycle.currency === 'SOL');
  return BigInt(last?.carriedOutLamports ?? 0);
}

/** Whether a cycle has ended. A cycle that found less than the minimum has another state, and does not count. */
const hasEnded = ({ state }: TaxCycleAnswer) => state === 'done' || state === 'failed';

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}
