import { groupText } from '../../src/money/groupText.ts';

/** The lamports of 0.0001 SOL, the smallest amount that is shown. */
const STEP = 100_000n;
const STEPS_PER_SOL = 10_000n;

/** SOL with 4 decimals, rounded down. */
export function solText(lamports: string): string {
  const steps = BigInt(lamports) / STEP;
  return `${groupText(String(steps / STEPS_PER_SOL))}.${String(steps % STEPS_PER_SOL).padStart(4, '0')}`;
}

/** A prize in SOL, in the form of `solText`. A prize between 0 and 0.0001 SOL is shown as `< 0.0001`. */
export function prizeText(lamports: string): string {
  const amount = BigInt(lamports);
  return amount > 0n && amount < STEP ? '< 0.0001' : solText(lamports);
}

/** An amount of SOL as a decimal string of lamports. Only for display, because the number may not be exact. */
export function solToLamports(sol: number): string {
  return String(Math.max(0, Math.round(sol * 1e9)));
}

/** US dollars with 2 decimals. */
export function usdText(amount: number): string {
  const cents = amount.toFixed(2);
  return `$${groupText(cents.slice(0, -3))}${cents.slice(-3)}`;
}
