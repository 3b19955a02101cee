import { CURRENCY_DECIMALS, type Currency } from '../../src/distribution/amount.ts';

const STEP = 10_000n;
const STEPS_PER_GOD = 100n;
const whole = new Intl.NumberFormat('en-US');

/** Base units as GOD with 2 decimals, rounded down. An amount between 0 and 0.01 is shown as `< 0.01`. */
export function godText(units: bigint): string {
  if (units > 0n && units < STEP) return '< 0.01';
  const steps = units / STEP;
  return `${whole.format(steps / STEPS_PER_GOD)}.${String(steps % STEPS_PER_GOD).padStart(2, '0')}`;
}

/** An amount with all its decimals and with thousands separators. */
export function ledgerText(units: bigint, currency: Currency): string {
  const size = units < 0n ? -units : units;
  const one = 10n ** BigInt(CURRENCY_DECIMALS[currency]);
  const decimals = (size % one).toString().padStart(CURRENCY_DECIMALS[currency], '0');
  return `${units < 0n ? '-' : ''}${whole.format(size / one)}.${decimals}`;
}
