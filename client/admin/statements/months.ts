const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The UTC month of a time in ms, `2026-11`. */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** The month before, `2026-10`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 2, 1));
}

/** From a month back to the first one, newest first; that of a lottery without any balance yet alone. */
export function monthsBack(last: string, first: string | null): readonly string[] {
  const months = [last];
  for (let month = last; first !== null && month > first; ) {
    month = monthBefore(month);
    months.push(month);
  }
  return months;
}

/** `November 2026`. */
export function monthText(month: string): string {
  const [year = '', number = '1'] = month.split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
}
