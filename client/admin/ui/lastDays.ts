const DAY_MS = 86_400_000;

/** The first and the last of the `count` whole UTC days before the day of `now` (ms), as `2026-11-20`. */
export function lastDays(now: number, count: number): { readonly from: string; readonly to: string } {
  return { from: dayText(now - count * DAY_MS), to: dayText(now - DAY_MS) };
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
