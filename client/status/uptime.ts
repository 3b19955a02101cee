import type { StatusDay } from '../../src/contract/status.ts';
import { countText } from '../format/countText.ts';
import { dayText } from '../format/dayText.ts';

type Counts = Omit<StatusDay, 'date'>;

/** All rounds of some days together. */
export function sumOf(days: readonly StatusDay[]): Counts {
  const sum = (of: keyof Counts) => days.reduce((all, day) => all + day[of], 0);
  return { onTime: sum('onTime'), late: sum('late'), missed: sum('missed'), total: sum('total') };
}

/** How many of the rounds were played on time, `99.86%`, cut off after two decimals; a dash where there are none. */
export function uptimeText({ onTime, total }: Pick<Counts, 'onTime' | 'total'>): string {
  if (total === 0) return '–';
  const hundredths = Math.floor((10_000 * onTime) / total);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`;
}

/** The days in a sentence, for those who do not see the plot. */
export function describeDays(days: readonly StatusDay[]): string {
  const { onTime, late, missed, total } = sumOf(days);
  if (total === 0) return 'No round has ended in these days.';
  const first = `${countText(onTime)} of ${countText(total)} rounds were paid on time, ${countText(late)} late, and ${countText(missed)} ended without a payment.`;
  const worst = worstOf(days);
  const second =
    worst === null
      ? 'There was no day with a late or an unpaid round.'
      : `Most went wrong on ${dayText(worst.date)}: ${worst.late} late, ${worst.missed} without a payment.`;
  return `${first} ${second} All values are in the table below.`;
}

/** The day with the most rounds that were late or missed, the latest of equals; null when there is none. */
function worstOf(days: readonly StatusDay[]): StatusDay | null {
  const wrong = (day: StatusDay) => day.late + day.missed;
  return days.reduce<StatusDay | null>(
    (worst, day) => (wrong(day) > 0 && (worst === null || wrong(day) >= wrong(worst)) ? day : worst),
    null,
  );
}
