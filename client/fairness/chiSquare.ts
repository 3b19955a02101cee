/** How many wins fell into the bucket, and how many are expected in it. */
export interface Bucket {
  readonly expected: number;
  readonly wins: number;
}

export interface ChiSquare {
  readonly statistic: number;
  readonly degrees: number;
  /** The chance, 0 to 1, that a fair draw differs at least this much from what is expected. */
  readonly chance: number;
  readonly total: number;
  /** The smallest expected number of wins of any bucket. When it is below 5, `chance` means little. */
  readonly least: number;
}

/**
 * Pearson's chi-square test of the buckets with expected wins; null without wins or with fewer than two such buckets.
 */
export function chiSquare(buckets: readonly Bucket[]): ChiSquare | null {
  const used = buckets.filter(({ expected }) => expected > 0);
  const total = used.reduce((sum, { wins }) => sum + wins, 0);
  if (used.length < 2 || total === 0) return null;
  const statistic = used.reduce((sum, { wins, expected }) => sum + (wins - expected) ** 2 / expected, 0);
  const degrees = used.length - 1;
  const least = Math.min(...used.map(({ expected }) => expected));
  return { statistic, degrees, chance: chanceOfMore(statistic, degrees), total, least };
}

/**
 * If half the statistic exceeds half the degrees by more than this, the chance counts as 0: the series would overflow.
 */
const FAR = 500;

/**
 * P(X ≥ statistic) for a chi-square variable X: the upper regularized gamma function Q(degrees / 2, statistic / 2).
 */
export function chanceOfMore(statistic: number, degrees: number): number {
  const [a, x] = [degrees / 2, statistic / 2];
  if (x <= 0) return 1;
  if (x > FAR + a) return 0;
  // The series of P(a, x). All its terms are positive, so their sum loses no precision.
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * 1e-15; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return Math.min(1, Math.max(0, 1 - sum * Math.exp(a * Math.log(x) - x - logGamma(a))));
}

/** ln Γ(a), where 2a is a whole number: Γ(1/2) = √π, Γ(1) = 1, Γ(a + 1) = a Γ(a). */
function logGamma(a: number): number {
  let sum = Number.isInteger(a) ? 0 : Math.log(Math.PI) / 2;
  for (let factor = Number.isInteger(a) ? 1 : 0.5; factor < a; factor++) sum += Math.log(factor);
  return sum;
}
