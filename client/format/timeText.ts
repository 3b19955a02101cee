const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A duration in one unit: `45 s`, `32 min`, `5 h`, `3 d`. */
export function durationText(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** How long before `now` the time `then` was; both in ms. */
export function agoText(then: number, now: number): string {
  return now - then < MINUTE ? 'just now' : `${durationText(now - then)} ago`;
}

// No Intl for dates: a server's Intl may write another space than the browser's, and React would report the difference.
/** `20 Nov 2026, 07:00:14 UTC` */
export function utcText(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${utcClockText(time)} UTC`;
}

/** `07:00:14`, in UTC. */
export function utcClockText(time: number): string {
  return new Date(time).toISOString().slice(11, 19);
}

/** Whole seconds as minutes and seconds: `27:41`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whole seconds as screen readers speak them: `27 minutes 41 seconds`. */
export function spokenClock(seconds: number): string {
  const spoken = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  return `${spoken(Math.floor(seconds / 60), 'minute')} ${spoken(seconds % 60, 'second')}`;
}

/** `14:00`, in the machine's time zone; null where that is UTC. */
export function ownClockText(time: number): string | null {
  const date = new Date(time);
  if (date.getTimezoneOffset() === 0) return null;
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** An ISO date or time as `20 Nov`. */
export function dayText(day: string): string {
  return `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

/** An ISO date as `20 Nov 2026`. */
export function dateText(day: string): string {
  return `${dayText(day)} ${day.slice(0, 4)}`;
}
