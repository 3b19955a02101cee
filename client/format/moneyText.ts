import { groupText } from '../../src/money/groupText.ts';

/** Lamports in one step of the fourth decimal, which is the last one shown. */
const STEP = 100_000n;
const STEPS_PER_SOL = 10_000n;

/** SOL with 4 decimals, rounded down: a page never shows more than there is. */
export function solText(lamports: string): string {
  const steps = BigInt(lamports) / STEP;
  return `${groupText(String(steps / STEPS_PER_SOL))}.${String(steps % STEPS_PER_SOL).padStart(4, '0')}`;
}

/** As `solText`, for a prize: an amount that would be shown as 0 is shown as `< 0.0001`. */
export function prizeText(lamports: string): string {
  const amount = BigInt(lamports);
  return amount > 0n && amount < STEP ? '< 0.0001' : solText(lamports);
}

/** A SOL figure that came without exact lamports, as a decimal string of lamports. For display only. */
export function solToLamports(sol: number): string {
  return String(Math.max(0, Math.round(sol * 1e9)));
}

/** US dollars with 2 decimals. */
export function usdText(amount: number): string {
  const cents = amount.toFixed(2);
  return `$${groupText(cents.slice(0, -3))}${cents.slice(-3)}`;
}
