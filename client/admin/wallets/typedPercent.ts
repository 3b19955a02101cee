import { clampPercent, parsePercent } from '../../../src/distribution/percentage.ts';

/** The percentage a typed text stands for: within 0 and 100, further decimals rounded; null while it is no number. */
export function typedPercent(typed: string): number | null {
  const percent = parsePercent(typed) ?? (typed.trim() === '' ? Number.NaN : Number(typed));
  return Number.isNaN(percent) ? null : clampPercent(Math.round(clampPercent(percent) * 100) / 100);
}
