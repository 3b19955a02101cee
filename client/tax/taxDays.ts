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
