import { MAX_U64 } from './lamports.ts';

/** GOD's base unit as an exact integer: 1 GOD = 1,000,000 base units. */
export type GodUnits = bigint & { readonly __unit: 'god-base-units' };

export const GOD_DECIMALS = 6;
export const UNITS_PER_GOD = 10n ** BigInt(GOD_DECIMALS);
/**
 * The part of every transfer that the mint withholds: 5%. Pages use this figure until they know the chain's, which
 * decides.
 */
export const TRANSFER_FEE_BASIS_POINTS = 500;

/** Makes `GodUnits`. Throws a RangeError outside u64, the token program's own range. */
export function godUnits(amount: bigint): GodUnits {
  if (amount < 0n || amount > MAX_U64)
    throw new RangeError(`${amount} GOD base units do not fit an unsigned 64-bit amount`);
  return amount as GodUnits;
}

/** Reads an amount of whole GOD typed by an operator ("1000") into base units; null for anything else. */
export function parseWholeGod(text: string): GodUnits | null {
  return /^\d{1,12}$/.test(text) ? godUnits(BigInt(text) * UNITS_PER_GOD) : null;
}

/** Base units as an amount of GOD, for display only, because it may be rounded. */
export function godUnitsToGod(amount: bigint): number {
  return Number(amount) / Number(UNITS_PER_GOD);
}
