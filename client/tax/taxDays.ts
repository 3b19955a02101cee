import type { TaxReport } from '../../src/contract/tax.ts';

export type TaxDay = TaxReport['days'][number];

const DAY_MS = 86_400_000;

/** The `count` UTC days that end with the one of `now` (ms), oldest first; days without a cycle are zeros. */
export function lastDays(days: readonly TaxDay[], now: number, count: number): readonly TaxDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, withdrawn: 0, distributed: 0, cycles: 0 };
  });
}

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The round number a scale ends with so that `largest` fits under it; 1 where there is nothing to show. */
export function scaleTop(largest: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = STEPS.find((candidate) => candidate * power >= largest) ?? 10;
  // 3 * 0.001 is 0.003 only after rounding.
  return Number((step * power).toPrecision(2));
}

/** The least height of a bar, so that a value above 0 is never invisible. */
const LEAST = 0.02;

/** A bar's height as a share of the scale. */
export function barHeight(value: number, top: number): number {
  return value > 0 ? Math.min(1, Math.max(LEAST, value / top)) : 0;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20 Nov`, of an ISO date. */
export function dayText(day: string): string {
  return `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}
