/** Pearson's statistic of counts that should all be equal, as the chance of one at least as large. */
export function uniformity(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return chiSquareTail(statistic, counts.length - 1);
}

/** P(X ≥ statistic) for a chi-square variable: the upper regularized gamma function Q(k/2, x/2). */
export function chiSquareTail(statistic: number, degrees: number): number {
  const a = degrees / 2;
  const x = statistic / 2;
  if (x <= 0) return 1;
  // Series for P(a, x): a sum of positive terms, stable for every x that occurs here.
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * 1e-15; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return Math.max(0, 1 - sum * Math.exp(a * Math.log(x) - x - logGamma(a)));
}

/** ln Γ(a) for a in halves: Γ(1/2) = √π, Γ(1) = 1, Γ(a + 1) = a Γ(a). */
function logGamma(a: number): number {
  let sum = Number.isInteger(a) ? 0 : Math.log(Math.PI) / 2;
  for (let factor = Number.isInteger(a) ? 1 : 0.5; factor < a; factor++) sum += Math.log(factor);
  return sum;
}
