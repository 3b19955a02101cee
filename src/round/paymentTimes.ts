/** Where the bars of the histogram begin, seconds after the round's end. */
const BARS = [0, 1, 2, 3, 4, 5, 10, 20, 30, 60, 300, 3600] as const;

/** How many payments took a given number of seconds. */
export interface TimedPayments {
  readonly seconds: number;
  readonly count: number;
}

export interface PaymentTimes {
  /**
   * Half of the payments took at most `secondsP50`, nine tenths at most `secondsP90`; null while there are no payments.
   */
  readonly secondsP50: number | null;
  readonly secondsP90: number | null;
  readonly slowest: number | null;
  readonly counted: number;
  /** Each bar counts the payments from `fromSeconds` on and before `toSeconds`, which is null for the last bar. */
  readonly histogram: readonly {
    readonly fromSeconds: number;
    readonly toSeconds: number | null;
    readonly count: number;
  }[];
}

/** How long payments took. `payments` has the shortest first. */
export function paymentTimes(payments: readonly TimedPayments[]): PaymentTimes {
  const counted = payments.reduce((sum, { count }) => sum + count, 0);
  return {
    secondsP50: percentileOf(payments, (counted * 50) / 100),
    secondsP90: percentileOf(payments, (counted * 90) / 100),
    slowest: payments.at(-1)?.seconds ?? null,
    counted,
    histogram: BARS.map((fromSeconds, i) => {
      const toSeconds = BARS[i + 1] ?? null;
      const isIn = ({ seconds }: TimedPayments) =>
        // If the server's clock is behind the chain's, a payment may be noted as before the round's end.
        (i === 0 || seconds >= fromSeconds) && (toSeconds === null || seconds < toSeconds);
      return { fromSeconds, toSeconds, count: payments.filter(isIn).reduce((sum, { count }) => sum + count, 0) };
    }),
  };
}

/** The time within which at least `wanted` payments were made; null when there are none. */
function percentileOf(payments: readonly TimedPayments[], wanted: number): number | null {
  let seen = 0;
  for (const { seconds, count } of payments) {
    seen += count;
    if (seen >= wanted) return seconds;
  }
  return null;
}
