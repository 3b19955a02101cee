import { CURRENCY_DECIMALS, type Currency } from '../../src/distribution/amount.ts';

const whole = new Intl.NumberFormat('en-US');

/** Base units to the last one, with thousands separators: a reader can add such amounts up. */
export function ledgerText(units: bigint, currency: Currency): string {
  const size = units < 0n ? -units : units;
  const one = 10n ** BigInt(CURRENCY_DECIMALS[currency]);
  const decimals = (size % one).toString().padStart(CURRENCY_DECIMALS[currency], '0');
  return `${units < 0n ? '-' : ''}${whole.format(size / one)}.${decimals}`;
}
