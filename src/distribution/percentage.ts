/** Hundredths of a percent: 100% is 10,000. Shares are computed in these; percent is for the wire and for display. */
export const FULL_BASIS_POINTS = 10_000;
const TOLERANCE_BASIS_POINTS = 1;

/** Basis points of a percent number; null when it is not a number or has more than two decimals. */
export function basisPointsOf(percent: number): number | null {
  const hundredths = percent * 100;
  const whole = Math.round(hundredths);
  // 0.07 * 100 is 7.000000000000001. The tolerance for such errors is far below a third decimal.
  return Math.abs(hundredths - whole) < 1e-6 ? whole : null;
}

/** Basis points as a percentage: 3333 is 33.33. */
export function percentOf(basisPoints: number): number {
  return basisPoints / 100;
}

/** `33.33%`: always two decimals. */
export function percentText(percent: number): string {
  return `${percent.toFixed(2)}%`;
}

/** The nearest percentage from 0 to 100. */
export function clampPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** The sum over the active wallets, in basis points. A percentage that is not a finite number counts as 0. */
export function activeBasisPoints(wallets: readonly { isActive: boolean; percentage: number }[]): number {
  return wallets.reduce(
    (sum, wallet) =>
      sum + (wallet.isActive ? Math.round((Number.isFinite(wallet.percentage) ? wallet.percentage : 0) * 100) : 0),
    0,
  );
}

/** Whether a sum of shares counts as 100%: it may be one basis point off. */
export function isWhole(basisPoints: number): boolean {
  return Math.abs(basisPoints - FULL_BASIS_POINTS) <= TOLERANCE_BASIS_POINTS;
}
