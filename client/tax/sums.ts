import type { TaxCycleAnswer, TaxReport } from '../../src/contract/tax.ts';

/** The sums of one cycle, in base units of its currency. */
interface CycleSums {
  /** What the swap brought, lamports. In GOD: what there was to distribute. */
  readonly received: bigint;
  /** What the cycle before left over, lamports; below 0 when that cycle spent more than it had. In GOD this is 0. */
  readonly carriedIn: bigint;
  readonly paid: bigint;
  /** The sum of the lines that are not decided yet. */
  readonly due: bigint;
  /** Network fees that were paid from what was received. In GOD this is 0: the tax wallet's own SOL pays them. */
  readonly fees: bigint;
  /**
   * What is left for the next cycle: in SOL the amount that the server gives. Where the server gives none yet, and in
   * GOD, the amount follows from the other sums.
   */
  readonly carriedOut: bigint;
  /** Whether received + carried in = paid + due + fees + carried out, by the published figures. */
  readonly isExact: boolean;
}

/** A cycle's books, from its published parts; null before its distribution is planned. */
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
  /** What was received and neither distributed nor spent on fees. Below 0: the tax wallet has advanced fees. */
  readonly rest: bigint;
  /**
   * Whether the listed cycles explain the rest, to the lamport: it has to be what the last cycle in SOL left over, less
   * the fees of the distributions in GOD.
   */
  readonly isExplained: boolean;
}

/**
 * The books over all cycles that have ended, and whether the listed cycles agree with them. A cycle under way is in no
 * total yet, whatever it has sold or paid.
 */
export function totalSums({ totals, cycles }: TaxReport): TotalSums {
  const received = BigInt(totals.received.units);
  const distributed = BigInt(totals.distributed.units);
  const fees = BigInt(totals.fees.units);
  const rest = received - distributed - fees;
  // The fees of distributions in GOD are part of `fees`, but were not paid from anything received.
  const inGod = cycles.filter((cycle) => hasEnded(cycle) && cycle.currency === 'GOD');
  const ofGod = sum(inGod.map(({ feesLamports }) => feesLamports ?? '0'));
  return { received, distributed, fees, rest, isExplained: rest === carriedOver(cycles) - ofGod };
}

/**
 * Lamports that the newest ended cycle in SOL left for the next one, also when it failed; below 0 when it spent more
 * than it had. `cycles` have to be sorted from the newest to the oldest.
 */
export function carriedOver(cycles: readonly TaxCycleAnswer[]): bigint {
  const last = cycles.find((cycle) => hasEnded(cycle) && cycle.currency === 'SOL');
  return BigInt(last?.carriedOutLamports ?? 0);
}

/** Whether a cycle has collected, or tried to, and is over. A look that found too little does not count as a cycle. */
const hasEnded = ({ state }: TaxCycleAnswer) => state === 'done' || state === 'failed';

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}
