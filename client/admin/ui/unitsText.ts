import { CURRENCY_DECIMALS, type Currency } from '../../../src/distribution/amount.ts';

/** The least and the most decimals that are shown of an amount. */
const SHOWN: Readonly<Record<Currency, { readonly least: number; readonly most: number }>> = {
  SOL: { least: 6, most: 6 },
  GOD: { least: 2, most: 6 },
};
const whole = new Intl.NumberFormat('en-US');

/**
 * Base units as text for people, with thousands separators and at least `least` decimals. Decimals after the sixth are
 * cut off and not rounded. A smaller amount than the sixth decimal can show is `< 0.000001`.
 */
export function unitsText(units: bigint, currency: Currency, least = SHOWN[currency].least): string {
  const { most } = SHOWN[currency];
  const [integer, decimals] = parts(units, currency);
  const shown = decimals.slice(0, most).replace(/0+$/, '').padEnd(least, '0');
  if (units > 0n && integer === 0n && /^0*$/.test(shown)) return `< 0.${'1'.padStart(most, '0')}`;
  return `${whole.format(integer)}.${shown}`;
}

/** Amounts of one column: all get as many decimals as the amount that needs most. */
export function columnTexts(column: readonly bigint[], currency: Currency): readonly string[] {
  const { least, most } = SHOWN[currency];
  const needed = column.map((units) => parts(units, currency)[1].slice(0, most).replace(/0+$/, '').length);
  const decimals = Math.max(least, ...needed);
  return column.map((units) => unitsText(units, currency, decimals));
}

/** An amount with its currency, for a sentence. If `unitsText` would cut off a digit, the text has all decimals. */
export function sentenceText(units: bigint, currency: Currency): string {
  const [integer, decimals] = parts(units, currency);
  const isCut = /[1-9]/.test(decimals.slice(SHOWN[currency].most));
  return `${isCut ? `${whole.format(integer)}.${decimals}` : unitsText(units, currency)} ${currency}`;
}

/** An amount with all decimals and without thousands separators, for files and titles. */
export function exactText(units: bigint, currency: Currency): string {
  const [integer, decimals] = parts(units, currency);
  return `${integer}.${decimals}`;
}

function parts(units: bigint, currency: Currency): readonly [bigint, string] {
  const places = CURRENCY_DECIMALS[currency];
  const one = 10n ** BigInt(places);
  return [units / one, (units % one).toString().padStart(places, '0')];
}
