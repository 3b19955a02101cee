const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20 Nov`, of an ISO date or time. */
export function dayText(day: string): string {
  return `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

/** `20 Nov 2026`, of an ISO date. */
export function dateText(day: string): string {
  return `${dayText(day)} ${day.slice(0, 4)}`;
}
