/** The currencies of a preview. */
export type Currency = 'GOD' | 'SOL';

export const CURRENCY_DECIMALS: Readonly<Record<Currency, number>> = { GOD: 6, SOL: 9 };
/** The largest amount of a preview: GOD's whole supply. No preview in SOL needs more. */
export const MAX_PREVIEW = 1_000_000_000;

export type AmountProblem = 'Amount must be greater than 0' | 'Amount must be at most 1,000,000,000';

/** Base units of a typed amount, rounded to the nearest; a sentence for an amount that no preview takes. */
export function previewUnits(amount: number, currency: Currency): bigint | AmountProblem {
  if (!(amount > 0)) return 'Amount must be greater than 0';
  if (amount > MAX_PREVIEW) return 'Amount must be at most 1,000,000,000';
  const units = BigInt(amount.toFixed(CURRENCY_DECIMALS[currency]).replace('.', ''));
  return units > 0n ? units : 'Amount must be greater than 0';
}

/** Base units as a number, for display only. */
export function amountOf(units: bigint, currency: Currency): number {
  return Number(units) / 10 ** CURRENCY_DECIMALS[currency];
}
